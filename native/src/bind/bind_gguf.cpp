// GgufFile for Python: metadata as plain values, tensors as read-only byte views of the mapping.
#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/bind.hpp"
#include "gguf/file_mapping.hpp"
#include "gguf/gguf_file.hpp"
#include "models/metadata_check.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

template <typename T>
nb::object one_or_list(const GgufValue& v, const std::vector<T>& values) {
    return v.is_array ? nb::cast(values) : nb::cast(values.front());
}

// Plain Python values. None where a number does not fit into 64 signed bits: kept out rather than guessed.
nb::object to_python(const GgufValue& v) {
    if (const auto strings = v.strings()) {
        return one_or_list(v, *strings);
    }
    if (const auto reals = v.reals()) {
        return one_or_list(v, *reals);
    }
    const auto integers = v.integers();
    if (!integers) {
        return nb::none();
    }
    if (v.type == GGUF_TYPE_BOOL) {
        return one_or_list(v, std::vector<bool>(integers->begin(), integers->end()));
    }
    return one_or_list(v, *integers);
}

nb::dict metadata(const GgufFile& f) {
    nb::dict out;
    for (const GgufKey& key : f.keys()) {
        out[key.name.c_str()] = to_python(key.value);
    }
    return out;
}

using Bytes = nb::ndarray<nb::numpy, const uint8_t, nb::ndim<1>>;

}  // namespace

void bind_gguf(nb::module_& m) {
    m.def("explain_cut_files", &explain_cut_files,
          "From now on, reading a mapped file that was cut shorter meanwhile ends the process with one line and exit "
          "code 2.");
    nb::class_<GgufTensor>(m, "GgufTensor")
        .def_ro("name", &GgufTensor::name)
        .def_prop_ro("type", [](const GgufTensor& t) { return std::string(ggml_type_name(t.type)); })
        .def_prop_ro("ne", [](const GgufTensor& t) { return std::vector<int64_t>(t.ne.begin(), t.ne.end()); })
        .def_prop_ro("n_bytes", [](const GgufTensor& t) { return t.bytes.size(); });
    nb::class_<GgufFile>(m, "GgufFile")
        .def(nb::init<const std::filesystem::path&>(), "path"_a, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("path", [](const GgufFile& f) { return f.path(); })
        .def_prop_ro("metadata", &metadata)
        .def(
            "get",
            [](const GgufFile& f, const std::string& key) -> nb::object {
                const GgufValue* value = f.find_value(key);
                if (value == nullptr) {
                    return nb::none();
                }
                nb::object out = to_python(*value);
                f.release_pages(value->bytes);  // what was a whole vocabulary is in Python's hands now
                return out;
            },
            "key"_a, "The value of one metadata key, or None when it is absent.")
        .def(
            "has_tensor", [](const GgufFile& f, const std::string& name) { return f.find(name) != nullptr; }, "name"_a)
        .def_prop_ro("tensors",
                     [](const GgufFile& f) {
                         const auto t = f.tensors();
                         return std::vector<GgufTensor>(t.begin(), t.end());
                     })
        .def(
            "tensor_bytes",
            [](nb::handle self, const std::string& name) {
                const auto& f = nb::cast<const GgufFile&>(self);
                const GgufTensor* t = f.find(name);
                if (t == nullptr) {
                    f.refuse("tensor " + name + " is missing");
                }
                return Bytes(t->bytes.data(), {t->bytes.size()}, self);
            },
            "name"_a);
    m.def("check_metadata", &check_metadata, "file"_a,
          "Raise ModelFileError where loading the networks of a file would refuse what its metadata declares.");
}

}  // namespace phonoscope
