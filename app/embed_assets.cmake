# Writes OUTPUT, a header that holds the text of ASSET as the string constant NAME. Run with cmake -P.
file(READ ${ASSET} text)
file(WRITE ${OUTPUT}.new
"#pragma once

#include <string_view>

namespace headscope {

inline constexpr std::string_view ${NAME} = R\"asset(${text})asset\";

}  // namespace headscope
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
