#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace headscope {

enum class ErrorKind {
    kInvalid,      // the input is not what it must be
    kNotFound,     // a file, model or name is not there
    kIo,           // the machine refused: permissions, full disk, broken pipe
    kUnsupported,  // sound, but not something this program does
    kTooLarge,     // would need more than a stated limit
    kCancelled,    // stopped because it was asked to
};

// What went wrong, in one line for a person: "FILE: THING: what was found, what was expected".
struct Error {
    ErrorKind kind = ErrorKind::kInvalid;
    std::string message;
    // More lines where one is not enough, such as every missing tensor; may be empty.
    std::string details = {};
};

// A value or an Error. Deliberately not convertible to bool: ask has_value().
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::move(value)) {}
    Result(Error error) : state_(std::move(error)) {}

    bool has_value() const { return state_.index() == 0; }
    T& value() & {
        assert(has_value());
        return *std::get_if<0>(&state_);
    }
    const T& value() const& {
        assert(has_value());
        return *std::get_if<0>(&state_);
    }
    T&& value() && {
        assert(has_value());
        return std::move(*std::get_if<0>(&state_));
    }
    const Error& error() const {
        assert(!has_value());
        return *std::get_if<1>(&state_);
    }

  private:
    std::variant<T, Error> state_;
};

// Success, or an Error.
class [[nodiscard]] Status {
  public:
    Status() = default;
    Status(Error error) : error_(std::move(error)) {}

    bool is_ok() const { return !error_.has_value(); }
    const Error& error() const {
        assert(!is_ok());
        return *error_;
    }

  private:
    std::optional<Error> error_;
};

inline Error invalid(std::string message) {
    return {ErrorKind::kInvalid, std::move(message)};
}
inline Error not_found(std::string message) {
    return {ErrorKind::kNotFound, std::move(message)};
}
inline Error io_error(std::string message) {
    return {ErrorKind::kIo, std::move(message)};
}
inline Error unsupported(std::string message) {
    return {ErrorKind::kUnsupported, std::move(message)};
}

}  // namespace headscope
