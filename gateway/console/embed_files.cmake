# Writes ${OUTPUT}: every file below ${DIRECTORY} with its path, text and SHA-256 as one C++ table.
file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE "${DIRECTORY}" "${DIRECTORY}/*")
list(SORT files)
set(rows "")
foreach(file IN LISTS files)
  file(SHA256 "${DIRECTORY}/${file}" checksum)
  file(READ "${DIRECTORY}/${file}" text)
  string(APPEND rows "    http::StaticFile{\"/${file}\", R\"opalite_file(${text})opalite_file\", \"${checksum}\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Made from the console's build by gateway/console/embed_files.cmake.
#include \"gateway/console/console.hpp\"

namespace gateway::console {

const std::vector<http::StaticFile>& embedded_files() {
    static const std::vector<http::StaticFile> files{
${rows}    };
    return files;
}

}  // namespace gateway::console
")
