#pragma once

#include <deque>

#include "consumers/landing/segment_builder.hpp"

namespace consumers::landing {

/// The fixed columns of a segment, and a stock of columns for paths, which keep their buffers from segment to segment.
struct SegmentBuilder::Columns {
    template <class Column>
    class Stock {
    public:
        Column* take() {
            if (taken_ == columns_.size()) columns_.emplace_back();
            return &columns_[taken_++];
        }
        void give_back() {
            for (std::size_t i = 0; i < taken_; ++i) columns_[i].reset();
            taken_ = 0;
        }

    private:
        std::deque<Column> columns_;
        std::size_t taken_ = 0;
    };

    infra::duckdb::parquet::Int64Column time;
    infra::duckdb::parquet::StringColumn kind;
    infra::duckdb::parquet::StringColumn bundle;
    infra::duckdb::parquet::Int64Column index;
    infra::duckdb::parquet::Int64Column datastream;
    infra::duckdb::parquet::StringColumn token;
    infra::duckdb::parquet::StringColumn shape;
    infra::duckdb::parquet::StringColumn rest;
    infra::duckdb::parquet::StringColumn extra_shape;
    infra::duckdb::parquet::StringColumn extra_rest;

    Stock<infra::duckdb::parquet::StringColumn> strings;
    Stock<infra::duckdb::parquet::Int64Column> integers;
    Stock<infra::duckdb::parquet::DoubleColumn> doubles;
    Stock<infra::duckdb::parquet::BoolColumn> bools;

    /// Names and order as segment.hpp lists them.
    std::vector<infra::duckdb::parquet::NamedColumn> fixed() {
        return {{"ts", &time},         {"kind", &kind},   {"bundle", &bundle}, {"idx", &index},
                {"datastream", &datastream}, {"token", &token}, {"shape", &shape},   {"rest", &rest},
                {"extra_shape", &extra_shape}, {"extra_rest", &extra_rest}};
    }
};

}  // namespace consumers::landing
