# add_protobuf_schema(<name> DIRECTORY <folder> FILES a/b.proto …)
#
# <name>_schema: the headers that protoc makes of the files, for their field numbers; nothing has to be linked for those.
# <name>_classes: the classes, compiled, as a second opinion in tests.
function(add_protobuf_schema name)
  cmake_parse_arguments(SCHEMA "" "DIRECTORY" "FILES" ${ARGN})
  set(target_dir "${CMAKE_BINARY_DIR}/generated/${name}")
  file(MAKE_DIRECTORY "${target_dir}")
  set(sources "")
  set(generated "")
  foreach(file ${SCHEMA_FILES})
    list(APPEND sources "${SCHEMA_DIRECTORY}/${file}")
    string(REGEX REPLACE "\\.proto$" "" stem "${file}")
    list(APPEND generated "${target_dir}/${stem}.pb.h" "${target_dir}/${stem}.pb.cc")
  endforeach()
  add_custom_command(OUTPUT ${generated}
    COMMAND protobuf::protoc "--proto_path=${SCHEMA_DIRECTORY}" "--cpp_out=${target_dir}" ${sources}
    DEPENDS ${sources})
  add_custom_target(${name}_schema_files DEPENDS ${generated})
  add_library(${name}_schema INTERFACE)
  target_include_directories(${name}_schema SYSTEM INTERFACE "${target_dir}")
  add_dependencies(${name}_schema ${name}_schema_files)
  if(OPALITE_TESTS AND NOT OPALITE_PURE_ONLY)
    list(FILTER generated INCLUDE REGEX "\\.cc$")
    add_library(${name}_classes STATIC EXCLUDE_FROM_ALL ${generated})
    set_target_properties(${name}_classes PROPERTIES UNITY_BUILD OFF)
    target_link_libraries(${name}_classes PUBLIC ${name}_schema deps::protobuf)
  endif()
endfunction()
