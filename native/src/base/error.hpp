// Errors that a person can act on. The message names what is wrong and what to do next, in one line.
#pragma once

#include <stdexcept>
#include <string>

namespace phonoscope {

// Base of every error that the native engine raises on purpose; bound to Python as `_native.Error`.
class Error : public std::runtime_error {
   public:
    explicit Error(const std::string& message) : std::runtime_error(message) {}
};

// A model file is damaged, lies about itself, or is not what was expected.
class ModelFileError : public Error {
   public:
    using Error::Error;
};

// An argument from the caller is out of its documented range.
class ArgumentError : public Error {
   public:
    using Error::Error;
};

}  // namespace phonoscope
