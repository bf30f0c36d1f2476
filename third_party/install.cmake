# What `cmake --install` puts below a prefix, and the Debian package that CPack makes of it (`./dev package`).
include(GNUInstallDirs)
if(HEADSCOPE_APP)
    install(TARGETS headscope)
    set(DESKTOP_FILES ${CMAKE_SOURCE_DIR}/assets/desktop)
    set(ICONS ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
    install(FILES ${DESKTOP_FILES}/headscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES ${DESKTOP_FILES}/headscope-mime.xml
        DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME headscope.xml)
    install(FILES ${DESKTOP_FILES}/headscope.svg DESTINATION ${ICONS}/scalable/apps)
    foreach(size IN ITEMS 48 128)
        install(FILES ${DESKTOP_FILES}/headscope-${size}.png
            DESTINATION ${ICONS}/${size}x${size}/apps RENAME headscope.png)
    endforeach()
endif()
# The program looks for models in <prefix>/share/headscope/weights.
install(DIRECTORY weights/all-minilm-l6-v2 weights/headscope-small
    DESTINATION ${CMAKE_INSTALL_DATADIR}/headscope/weights)
install(FILES NOTICES.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME headscope)
set(CPACK_PACKAGE_VENDOR "The Headscope authors")
set(CPACK_PACKAGE_CONTACT "The Headscope authors <headscope@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "shows what every attention head of a transformer does with a sentence")
set(CPACK_PACKAGE_DESCRIPTION
"Headscope loads pretrained weights into its own engine and draws every layer and
head as a live map of what each word looks at. It exports the same maps as exact
numbers, from the window or the terminal, and never opens a network connection.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The OpenGL library is opened at run time, and fonts are found by name: no linked library asks for these.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libgl1, fonts-inter, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "libgl1-mesa-dri, fonts-noto-core, fonts-noto-color-emoji, fonts-vlgothic, fonts-droid-fallback")
include(CPack)
