// Times a tokenizer for whoever asks line by line, so that measurements of several programs can take turns.
// usage: time_tokenizer TOKENIZER TEXT    each line of standard input asks for one figure, answered in milliseconds:
//   whole   cut the file TEXT as one text
//   lines   cut each of its lines
//   load    open TOKENIZER anew

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace {

double milliseconds(const std::function<void()>& call) {
    const auto start = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        out.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        std::fprintf(stderr, "usage: time_tokenizer TOKENIZER TEXT\n");
        return 2;
    }
    const auto loaded = headscope::load_tokenizer(arguments[1]);
    std::ifstream file(arguments[2], std::ios::binary);
    if (!loaded.has_value() || !file.good()) {
        std::fprintf(stderr, "time_tokenizer: %s\n",
                     loaded.has_value() ? "the text cannot be read" : loaded.error().message.c_str());
        return 1;
    }
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const std::vector<std::string_view> lines = lines_of(text);
    const headscope::Tokenizer& tokenizer = *loaded.value().tokenizer;
    std::size_t tokens = 0;  // so that nothing is left out as unused
    const auto encode = [&](std::string_view one) {
        const auto encoding = tokenizer.encode(one, std::nullopt, {});
        tokens += encoding.has_value() ? encoding.value().tokens.size() : 0;
    };
    for (std::string wish; std::getline(std::cin, wish);) {
        double spent = -1;
        if (wish == "whole") spent = milliseconds([&] { encode(text); });
        if (wish == "lines")
            spent = milliseconds([&] {
                for (const std::string_view line : lines) encode(line);
            });
        if (wish == "load")
            spent = milliseconds([&] { tokens += headscope::load_tokenizer(arguments[1]).has_value() ? 1 : 0; });
        std::printf("%.4f %zu\n", spent, tokens);
        std::fflush(stdout);
        tokens = 0;
    }
    return 0;
}
