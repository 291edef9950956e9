# add_module(<path> SOURCES a.cpp b.cpp LINKS targets…)
#
# One path, one target: add_module(domain/opal/parse …) makes the static library domain_opal_parse with the alias
# domain::opal::parse. A module without SOURCES is header-only. LINKS are public: a header may show what it uses.
function(add_module path)
  cmake_parse_arguments(MODULE "" "" "SOURCES;LINKS" ${ARGN})
  string(REPLACE "/" "_" target "${path}")
  string(REPLACE "/" "::" alias "${path}")
  if(MODULE_SOURCES)
    add_library(${target} STATIC ${MODULE_SOURCES})
    target_link_libraries(${target} PUBLIC ${MODULE_LINKS} PRIVATE opalite_options)
    target_include_directories(${target} PUBLIC "${CMAKE_SOURCE_DIR}")
  else()
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE ${MODULE_LINKS})
    target_include_directories(${target} INTERFACE "${CMAKE_SOURCE_DIR}")
  endif()
  add_library(${alias} ALIAS ${target})
endfunction()

# add_opalite_test(<name> SOURCES … LINKS … [LABELS …]): one Catch2 program and one CTest entry; with a main function unless it
# brings one.
# A program that exits with 77 could not reach the servers it needs; CTest then reports it as skipped.
function(add_opalite_test name)
  cmake_parse_arguments(TEST "" "TIMEOUT" "SOURCES;LINKS;LABELS" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE ${TEST_LINKS} opalite_catch_main deps::catch2 opalite_options)
  add_test(NAME ${name} COMMAND ${name})
  add_dependencies(all_tests ${name})
  if("fast" IN_LIST TEST_LABELS)
    add_dependencies(fast_tests ${name})
  endif()
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 300)
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${TEST_LABELS}" SKIP_RETURN_CODE 77 TIMEOUT ${TEST_TIMEOUT})
endfunction()
