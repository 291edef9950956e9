#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tests::opal {

/// A golden file: comment lines, then sections that each begin with `--- name` or `--- name: argument`.
class GoldenFile {
public:
    struct Section {
        std::string name;
        std::string argument;
        std::string text;
    };

    explicit GoldenFile(const std::filesystem::path& path);

    const std::vector<Section>& sections() const { return sections_; }
    /// The first section with this name, or nullptr.
    const Section* find(const std::string& name) const;
    void set(const std::string& name, std::string text);
    void save() const;

private:
    std::filesystem::path path_;
    std::string comment_;
    std::vector<Section> sections_;
};

}  // namespace tests::opal
