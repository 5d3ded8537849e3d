# find_package(steelwheel) makes the target steelwheel::steelwheel: the C library, compiled with your project.
enable_language(C)
if(NOT TARGET steelwheel::steelwheel)
  add_library(steelwheel STATIC EXCLUDE_FROM_ALL "${CMAKE_CURRENT_LIST_DIR}/steelwheel.c")
  add_library(steelwheel::steelwheel ALIAS steelwheel)
  target_include_directories(steelwheel SYSTEM PUBLIC "${CMAKE_CURRENT_LIST_DIR}")
  target_compile_options(steelwheel PRIVATE -O3)
  set_target_properties(steelwheel PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON POSITION_INDEPENDENT_CODE ON)
endif()
