# Writes ${OUTPUT}: every migrations/*.sql with its version, name, SHA-256 and text as one C++ table.
file(GLOB files LIST_DIRECTORIES false "${DIRECTORY}/[0-9]*.sql")
list(SORT files)
set(rows "")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME)
  string(REGEX MATCH "^[0-9]+" version "${name}")
  string(REGEX REPLACE "^0+" "" version "${version}")
  file(SHA256 "${file}" checksum)
  file(READ "${file}" text)
  string(APPEND rows "    Migration{${version}, \"${name}\", \"${checksum}\", R\"opalite_sql(${text})opalite_sql\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Made from migrations/ by infra/postgres/embed_migrations.cmake.
#include \"infra/postgres/migrator.hpp\"

namespace infra::postgres {

const std::vector<Migration>& embedded_migrations() {
    static const std::vector<Migration> migrations{
${rows}    };
    return migrations;
}

}  // namespace infra::postgres
")
