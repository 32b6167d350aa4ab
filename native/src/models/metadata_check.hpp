// Whether a file declares what loading it takes, without reading weights.
#pragma once

#include "gguf/gguf_file.hpp"

namespace phonoscope {

// Reads the configuration of every network that `file` holds, exactly as loading does. Throws ModelFileError where that
// would.
void check_metadata(const GgufFile& file);

}  // namespace phonoscope
