#include "gguf/gguf_file.hpp"

#include "base/error.hpp"

namespace phonoscope {

GgufFile::GgufFile(const std::filesystem::path& path)
    : path_(path), mapping_(path_), tables_(read_gguf_tables(mapping_.bytes(), path_)) {
    for (size_t i = 0; i < tables_.tensors.size(); ++i) {
        tensor_index_.emplace(tables_.tensors[i].name, i);
    }
    for (size_t i = 0; i < tables_.keys.size(); ++i) {
        key_index_.emplace(tables_.keys[i].name, i);
    }
    release_pages();  // a vocabulary takes several MB that nobody may ask for again
}

void GgufFile::refuse(const std::string& problem) const { throw ModelFileError(path_.string() + ": " + problem); }

void GgufFile::refuse_type(std::string_view key, const char* wanted) const {
    refuse("metadata key " + std::string(key) + " must be " + wanted);
}

const GgufTensor* GgufFile::find(std::string_view name) const {
    const auto it = tensor_index_.find(name);
    return it == tensor_index_.end() ? nullptr : &tables_.tensors[it->second];
}

const GgufValue* GgufFile::find_value(std::string_view key) const {
    const auto it = key_index_.find(key);
    return it == key_index_.end() ? nullptr : &tables_.keys[it->second].value;
}

const GgufValue& GgufFile::required(std::string_view key) const {
    const GgufValue* value = find_value(key);
    if (value == nullptr) {
        refuse("metadata key " + std::string(key) + " is missing");
    }
    return *value;
}

std::optional<int64_t> GgufFile::find_integer(std::string_view key) const {
    const GgufValue* value = find_value(key);
    if (value == nullptr) {
        return std::nullopt;
    }
    const auto integers = value->is_array ? std::nullopt : value->integers();
    if (!integers) {
        refuse_type(key, "an integer");
    }
    return integers->front();
}

std::optional<double> GgufFile::find_number(std::string_view key) const {
    const GgufValue* value = find_value(key);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (!value->is_real()) {
        return static_cast<double>(integer(key));
    }
    if (value->is_array) {
        refuse_type(key, "a number");
    }
    return value->reals()->front();
}

std::optional<std::string> GgufFile::find_string(std::string_view key) const {
    const GgufValue* value = find_value(key);
    if (value == nullptr) {
        return std::nullopt;
    }
    const auto strings = value->is_array ? std::nullopt : value->strings();
    if (!strings) {
        refuse_type(key, "a string");
    }
    return strings->front();
}

int64_t GgufFile::integer(std::string_view key) const {
    required(key);
    return *find_integer(key);
}

double GgufFile::number(std::string_view key) const {
    required(key);
    return *find_number(key);
}

std::string GgufFile::string(std::string_view key) const {
    required(key);
    return *find_string(key);
}

std::vector<int64_t> GgufFile::integers(std::string_view key) const {
    const GgufValue& value = required(key);
    auto out = value.is_array ? value.integers() : std::nullopt;
    if (!out) {
        refuse_type(key, "a list of integers");
    }
    return *std::move(out);
}

std::vector<std::string> GgufFile::strings(std::string_view key) const {
    const GgufValue& value = required(key);
    auto out = value.is_array ? value.strings() : std::nullopt;
    if (!out) {
        refuse_type(key, "a list of strings");
    }
    return *std::move(out);
}

}  // namespace phonoscope
