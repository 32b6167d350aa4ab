// Weights that every step reads are moved out of the file's mapping into memory with huge pages: streaming them
// then spares most address look-ups. Types that have a faster layout take it on the way.
#pragma once

#include <ggml.h>

#include <span>

#include "base/huge_arena.hpp"
#include "gguf/gguf_file.hpp"

namespace phonoscope {

// Owns the moved weights; the tensors must not be used after it.
class ResidentWeights {
   public:
    // Copies the data of each tensor, points the tensor at the copy, and lets go of the mapped pages, so that no
    // weight occupies memory twice. The tensors are views of `file`; from then on only the operations of ops/linear.hpp
    // can read them. Throws std::bad_alloc.
    void take(std::span<ggml_tensor* const> tensors, const GgufFile& file);

   private:
    HugeArena arena_;
};

}  // namespace phonoscope
