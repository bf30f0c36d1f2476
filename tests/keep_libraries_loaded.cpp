// Linked into programs that are built with sanitizers: libraries stay loaded to the end, so that the leak checker can
// tell which library a block came from and tests/lsan.supp can name it.
extern "C" int dlclose(void* /*handle*/) {
    return 0;
}
