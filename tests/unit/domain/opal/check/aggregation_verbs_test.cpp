#include <catch2/catch.hpp>

#include "tests/unit/domain/opal/opal_fixture.hpp"

using opal_test::check_text;

TEST_CASE("statsby makes a Table whose key is the grouping") {
    const auto [text, dataset, result, output] = GENERATE(table<std::string, std::string, std::string, std::string>({
        {"statsby n:count(), group_by(service)", "logs", "statsby keys [#1=#1] aggregates [#30=count()]\n",
         "Table [#1 service string, #30 n int64] key [#1]"},
        {"statsby n:count(), group_by(@.service, h:lower(host))", "logs",
         "statsby keys [#1=#1, #30=lower(#2)] aggregates [#31=count()]\n",
         "Table [#1 service string, #30 h string, #31 n int64] key [#1, #30]"},
        {"statsby n:count(), group_by(s:service)", "logs", "statsby keys [#30=#1] aggregates [#31=count()]\n",
         "Table [#30 s string, #31 n int64] key [#30]"},
        {"statsby group_by(service, attrs.k)", "logs", "statsby keys [#1=#1, #30=#5.\"k\"] aggregates []\n",
         "Table [#1 service string, #30 attrs_k variant] key [#1, #30]"},
        {"statsby count(), sum(bytes), group_by()", "logs", "statsby keys [] aggregates [#30=count(), #31=sum(#6)]\n",
         "Table [#30 count int64, #31 sum int64]"},
        {"statsby count()", "logs", "statsby keys [] aggregates [#30=count()]\n", "Table [#30 count int64]"},
        {"statsby n:count()", "pods", "statsby keys [#2=#2] aggregates [#30=count()]\n",
         "Table [#2 pod_uid string, #30 n int64] key [#2]"},
        {"statsby n:count()", "spans", "statsby keys [#2=#2, #3=#3] aggregates [#30=count()]\n", ""},
        {"statsby service, n:count(), group_by(service)", "logs", "statsby keys [#1=#1] aggregates [#30=count()]\n", ""},
        {"statsby x:100.0*sum(bytes)/count(), y:concat_strings(service, \"x\"), group_by(service)", "logs",
         "statsby keys [#1=#1] aggregates [#30=op.div(op.mul(100.0, sum(#6)), count()), #31=concat_strings(#1, \"x\")]\n", ""},
        {"statsby x:if(s = \"a\", 1, count()), group_by(s:service)", "logs",
         "statsby keys [#30=#1] aggregates [#31=if(op.eq(#30, \"a\"), 1, count())]\n", ""},
        {"statsby count(), count(bytes) + 1, group_by()", "logs",
         "statsby keys [] aggregates [#30=count(), #31=op.add(count(#6), 1)]\n",
         "Table [#30 count int64, #31 count_bytes_1 int64]"},
    }));
    const auto checked = check_text(text, dataset);
    CHECK(checked.diagnostics.empty());
    CHECK(checked.text == result);
    if (!output.empty()) CHECK(checked.output == output);
}

TEST_CASE("statsby reports what cannot be grouped or aggregated") {
    const auto [text, diagnostics] = GENERATE(table<std::string, std::string>({
        {"statsby n:count(), n:sum(bytes), group_by(service)", "1:20: error: \"statsby\" cannot create column \"n\" more than once\n"},
        {"statsby count(), count()", "1:18: error: \"statsby\" cannot create column \"count\" more than once\n"},
        {"statsby service:count(), group_by(service)", "1:9: error: \"statsby\" cannot create column \"service\" more than once\n"},
        {"statsby group_by(service, service)", "1:27: error: \"statsby\" cannot create column \"service\" more than once\n"},
        {"statsby n:count(), group_by(service:lower(level))", "1:29: error: attempting to overwrite existing column \"service\"; give the group another name\n"},
        {"statsby n:count(), group_by(timestamp)", "1:29: error: cannot group by 'valid from' column \"timestamp\"; use timechart for groups in time\n"},
        {"statsby n:count(), group_by(^Cluster)", "1:29: error: there is no link \"Cluster\"; declare it with set_link\n"},
        {"statsby level, group_by(service)", "1:9: error: \"statsby\": column \"level\" is neither an aggregate nor part of group_by; write any(level), or add it to group_by\n"},
        {"statsby x:bytes + count(), group_by(service)", "1:11: error: \"statsby\": column \"bytes\" is neither an aggregate nor part of group_by; write any(bytes), or add it to group_by\n"},
        {"statsby n:count(), group_by(a), group_by(b)", "1:33: error: \"statsby\" takes group_by(...) once\n"
         "1:42: error: the field \"b\" does not exist among fields [timestamp, service, host, level, body, attrs, bytes, trace_id]\n"},
        {"statsby options(bins:1), n:count()", "1:9: error: \"statsby\" does not take options(...)\n"},
        {"statsby frame(back:1h), n:count()", "1:9: error: \"statsby\" does not take frame(...)\n"},
        {"statsby group_by()", "1:1: error: \"statsby\" needs an aggregate or a column to group by\n"},
        {"statsby n:count(), group_by(nope)\nfilter nope > 1",
         "1:29: error: the field \"nope\" does not exist among fields [timestamp, service, host, level, body, attrs, bytes, trace_id]\n"},
        {"statsby n:count(), groupby(service)", "1:20: warning: \"groupby\" is deprecated; use group_by\n"},
    }));
    CHECK(check_text(text).diagnostics == diagnostics);
}

TEST_CASE("timechart makes an Interval dataset on a grid") {
    const auto checked = check_text("timechart 10m, n:count(), group_by(service)");
    CHECK(checked.diagnostics.empty());
    CHECK(checked.text ==
          "timechart size 600000000000 offset 0 columns #31 #32 #33 keys [#1=#1] aggregates [#30=count()]\n");
    CHECK(checked.output ==
          "Interval [#31 _c_valid_from timestamp, #32 _c_valid_to timestamp, #1 service string, #30 n int64, "
          "#33 _c_bucket int64] from #31 to #32 key [#1] grid 600000000000 offset 0");
}

TEST_CASE("the size of bins is written or computed") {
    const auto [arguments, size, offset, rest] = GENERATE(table<std::string, std::string, std::string, std::string>({
        {"5m", "300000000000", "0", ""},
        {"duration_min(5)", "300000000000", "0", ""},
        {"2*150s", "300000000000", "0", ""},
        {"options(offset:7m), 5m", "300000000000", "120000000000", ""},
        {"options(offset:-1m), 5m", "300000000000", "240000000000", ""},
        {"options(bins:1)", "3600000000000", "0", ""},
        {"options(bins:6)", "600000000000", "0", ""},
        {"options(bins:7)", "600000000000", "0", ""},
        {"options(bins:100, min_bin:10m)", "600000000000", "0", ""},
        {"options(empty_bins:true), 1h", "3600000000000", "0", " empty_bins"},
        {"1h, frame(back:24h)", "3600000000000", "0", " frame back 86400000000000 ahead 0"},
        {"frame(back:0s, ahead:1h), 1h", "3600000000000", "0", " frame back 0 ahead 3600000000000"},
    }));
    const auto checked = check_text("timechart " + arguments + ", n:count(), group_by()");
    CHECK(checked.diagnostics.empty());
    CHECK(checked.text == "timechart size " + size + " offset " + offset + rest +
                              " columns #31 #32 #33 keys [] aggregates [#30=count()]\n");
}

TEST_CASE("without a size there are 300 bins at most") {
    // One hour, aligned: 12 s would make 300 bins, the next friendly size is 15 s.
    CHECK(check_text("timechart n:count()").script.result().output().grid->size_ns == 15'000'000'000);
}

TEST_CASE("timechart reports options that cannot be") {
    const auto [text, dataset, diagnostics] = GENERATE(table<std::string, std::string, std::string>({
        {"timechart 5m, level, group_by(service)", "logs", "1:15: error: \"timechart\": column \"level\" is neither an aggregate nor part of group_by; write any(level), or add it to group_by\n"},
        {"timechart options(frame:1h), 5m, n:count()", "logs", "1:19: error: unknown option \"frame\" for \"timechart\" (known: bins, min_bin, empty_bins, offset); frame(...) is a separate argument: frame(back:1h)\n"},
        {"timechart options(bin:3), n:count()", "logs", "1:19: error: unknown option \"bin\" for \"timechart\" (known: bins, min_bin, empty_bins, offset)\n"},
        {"timechart options(3), n:count()", "logs", "1:19: error: unknown option \"3\" for \"timechart\" (known: bins, min_bin, empty_bins, offset)\n"},
        {"timechart options(bins:0), n:count()", "logs", "1:24: error: option \"bins\" must be greater than zero\n"},
        {"timechart options(bins:\"x\"), n:count()", "logs", "1:24: error: \"options\" argument 1 (\"bins\") must be of type int64, but is currently of type string\n"},
        {"timechart options(bins:3), 5m, n:count()", "logs", "1:19: error: give a bin duration or option \"bins\", not both\n"},
        {"timechart options(offset:3m), n:count()", "logs", "1:19: error: option \"offset\" needs a bin duration; write timechart options(offset:…), 5m, …\n"},
        {"timechart 5, n:count()", "logs", "1:11: error: \"timechart\" argument 1 (\"bin_duration\") must be of type duration, but is currently of type int64\n"},
        {"timechart 0s, n:count()", "logs", "1:11: error: the bin duration must be greater than zero\n"},
        {"timechart 1ns, n:count()", "logs", "1:11: error: the query window would have 3600000000001 bins, at most 1000000 are allowed\n"},
        {"timechart 5m, frame(back:-1h), n:count()", "logs", "1:26: error: \"back\" must not be negative\n"},
        {"timechart 5m, frame(5m), n:count()", "logs", "1:21: error: \"frame\" takes back:duration and ahead:duration\n"},
        {"timechart 5m, frame(back:bytes), n:count()", "logs", "1:26: error: \"frame\" argument 1 (\"back\") must be of type duration, but is currently of type int64; use duration(bytes)\n"},
        {"timechart 5m, frame(start:now()), n:count()", "logs", "1:21: error: frame(start:...) is not supported in \"timechart\"; use back and ahead\n"},
        {"timechart 5m, _c_bucket:count()", "logs", "1:15: error: \"timechart\" cannot create column \"_c_bucket\" more than once\n"},
        {"timechart 5m, n:count()", "owners", "1:1: error: \"timechart\" does not support Table kind input, use \"statsby\" instead\n"},
        {"timechart 5m, n:count() | filter nope = 1", "logs",
         "1:34: error: the field \"nope\" does not exist among fields [_c_valid_from, _c_valid_to, n, _c_bucket]\n"},
    }));
    CHECK(check_text(text, dataset).diagnostics == diagnostics);
}

TEST_CASE("row-wise verbs keep the grid, groups end it") {
    CHECK(check_text("timechart 1h, n:count() | make_col m:n * 2 | filter m > 1 | sort m").script.result().output().grid);
    CHECK_FALSE(check_text("timechart 1h, n:count() | statsby sum(n)").script.result().output().grid);
}
