# Writes OUTPUT, a header that holds the bytes of ASSET as the array NAME. Run with cmake -P.
file(READ ${ASSET} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1,\n" bytes "${bytes}")
file(WRITE ${OUTPUT}.new
"#pragma once

namespace headscope {

inline constexpr unsigned char ${NAME}[] = {
${bytes}};

}  // namespace headscope
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
