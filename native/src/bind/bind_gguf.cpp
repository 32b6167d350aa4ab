// GgufFile for Python: metadata as plain values, tensors as read-only byte views of the mapping.
#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/bind.hpp"
#include "gguf/gguf_file.hpp"

namespace nb = nanobind;

namespace phonoscope {

namespace {

nb::object metadata_value(const GgufFile& f, int64_t id) {
    const gguf_context* g = f.context();
    const std::string key = gguf_get_key(g, id);
    switch (gguf_get_kv_type(g, id)) {
        case GGUF_TYPE_STRING: return nb::cast(f.string(key));
        case GGUF_TYPE_BOOL: return nb::cast(f.integer(key) != 0);
        case GGUF_TYPE_FLOAT32:
        case GGUF_TYPE_FLOAT64: return nb::cast(f.number(key));
        case GGUF_TYPE_ARRAY:
            switch (gguf_get_arr_type(g, id)) {
                case GGUF_TYPE_STRING: return nb::cast(f.strings(key));
                case GGUF_TYPE_INT32:
                case GGUF_TYPE_UINT32: return nb::cast(f.integers(key));
                default: return nb::none();  // no key of ours; kept out rather than guessed
            }
        default: return nb::cast(f.integer(key));
    }
}

nb::dict metadata(const GgufFile& f) {
    nb::dict out;
    for (int64_t id = 0; id < gguf_get_n_kv(f.context()); ++id) {
        out[gguf_get_key(f.context(), id)] = metadata_value(f, id);
    }
    return out;
}

using Bytes = nb::ndarray<nb::numpy, const uint8_t, nb::ndim<1>>;

}  // namespace

void bind_gguf(nb::module_& m) {
    nb::class_<GgufTensor>(m, "GgufTensor")
        .def_ro("name", &GgufTensor::name)
        .def_prop_ro("type", [](const GgufTensor& t) { return std::string(ggml_type_name(t.type)); })
        .def_prop_ro("ne", [](const GgufTensor& t) { return std::vector<int64_t>(t.ne.begin(), t.ne.end()); })
        .def_prop_ro("n_bytes", [](const GgufTensor& t) { return t.bytes.size(); });
    nb::class_<GgufFile>(m, "GgufFile")
        .def(nb::init<const std::filesystem::path&>(), nb::arg("path"), nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("path", [](const GgufFile& f) { return f.path(); })
        .def_prop_ro("metadata", &metadata)
        .def(
            "get",
            [](const GgufFile& f, const std::string& key) -> nb::object {
                const int64_t id = gguf_find_key(f.context(), key.c_str());
                return id < 0 ? nb::none() : metadata_value(f, id);
            },
            nb::arg("key"), "The value of one metadata key, or None when it is absent.")
        .def(
            "has_tensor", [](const GgufFile& f, const std::string& name) { return f.find(name) != nullptr; },
            nb::arg("name"))
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
            nb::arg("name"));
}

}  // namespace phonoscope
