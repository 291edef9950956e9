# Writes ${OUTPUT}: every api/*.json as one C++ table of texts, in the order of their names.
file(GLOB files LIST_DIRECTORIES false "${DIRECTORY}/*.json")
list(SORT files)
set(rows "")
foreach(file IN LISTS files)
  file(READ "${file}" text)
  string(APPEND rows "    R\"opalite_api(${text})opalite_api\",\n")
endforeach()
file(WRITE "${OUTPUT}" "// Made from gateway/openapi/api/ by gateway/openapi/embed_api.cmake.
#include \"gateway/openapi/document.hpp\"

namespace gateway::openapi {

const std::vector<std::string_view>& embedded_api() {
    static const std::vector<std::string_view> texts{
${rows}    };
    return texts;
}

}  // namespace gateway::openapi
")
