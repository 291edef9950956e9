# Compiler settings shared by every target: warnings are errors, sanitizers by preset, ccache when it is installed.
option(OPALITE_TESTS "Build the tests" ON)
option(OPALITE_FUZZ "Build the fuzz targets (clang)" OFF)
option(OPALITE_PURE_ONLY "Build domain and its tests only" OFF)
set(OPALITE_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# -g1 keeps line numbers in profiles and sanitizer reports at a third of the size and time of -g.
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -fno-omit-frame-pointer")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1 -DNDEBUG -fno-omit-frame-pointer")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
endif()

# The presets release and asan compile several files of a target as one (a third of the time of a clean build, since most of it is
# headers); dev, tsan and fuzz each by itself, which is quicker after a change of one file. Therefore two files of a target must not
# have different things of the same name in their unnamed namespaces.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 8)

add_library(opalite_options INTERFACE)
target_compile_options(opalite_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Werror)
target_include_directories(opalite_options INTERFACE "${CMAKE_SOURCE_DIR}")
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ takes unnamed namespaces of included files for those of a header, and says so of every coroutine that has such types; and
  # the names of one file are no business of another.
  target_compile_options(opalite_options INTERFACE -Wno-subobject-linkage -Wno-shadow -Wshadow=local)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release")
  # g++ 12 takes members of optionals, strings and std::function for uninitialized at -O2.
  target_compile_options(opalite_options INTERFACE -Wno-maybe-uninitialized)
endif()
if(OPALITE_SANITIZE)
  target_compile_options(opalite_options INTERFACE
    -fsanitize=${OPALITE_SANITIZE} -fno-sanitize-recover=undefined)
  target_link_options(opalite_options INTERFACE -fsanitize=${OPALITE_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 takes members of <regex> and std::function for uninitialized once they are instrumented.
    target_compile_options(opalite_options INTERFACE -Wno-maybe-uninitialized)
  endif()
  if(OPALITE_SANITIZE MATCHES "thread")
    # Asio uses atomic fences, which gcc's ThreadSanitizer does not model; it warns about every one of them.
    target_compile_options(opalite_options INTERFACE -Wno-tsan)
  endif()
endif()
