//! `POST /databaseCommand`, and the tables of the SQL database.

use std::collections::BTreeMap;

use crate::read::{bodies, names};

names! {
    /// The kind of a SQL database.
    pub enum DatabaseType {
        /// H2.
        H2,
        /// Derby.
        Derby,
        /// MySQL.
        Mysql,
        /// PostgreSQL.
        Postgres,
        /// MariaDB.
        Mariadb,
        /// Microsoft SQL Server.
        MsSqlServer,
        /// A kind that the core does not know.
        Other,
    }
}

bodies! {
    /// A command to run, or rows to insert.
    pub struct DatabaseCommandDto {
        /// Ever larger; one seen before with insertions is answered without doing it again.
        pub id_counter: i32,
        /// The command.
        pub command: Option<String>,
        /// The rows.
        pub insertions: Vec<InsertionDto>,
    }

    /// A row to insert.
    pub struct InsertionDto {
        /// Its number, for later rows.
        pub id: Option<i64>,
        /// Its table.
        pub target_table: String,
        /// Its values.
        pub data: Vec<InsertionEntryDto>,
    }

    /// A value of a row to insert.
    pub struct InsertionEntryDto {
        /// Its column.
        pub variable_name: String,
        /// The value as SQL text.
        pub printable_value: Option<String>,
        /// The row whose key it is, where it is one that the database makes.
        pub foreign_key_to_previously_generated_row: Option<i64>,
    }

    /// What became of rows to insert.
    pub struct InsertionResultsDto {
        /// Keys that the database made, by the number of the row.
        pub id_mapping: BTreeMap<i64, i64>,
        /// Whether each was inserted.
        pub execution_results: Vec<bool>,
    }

    /// What a command returned.
    pub struct QueryResultDto {
        /// Its rows.
        pub rows: Vec<DataRowDto>,
    }

    /// A row that a command returned.
    pub struct DataRowDto {
        /// Its values, as texts.
        pub column_data: Vec<String>,
    }

    /// A SQL database.
    pub struct DbInfoDto {
        /// Its kind; the core needs it.
        pub database_type: Option<DatabaseType>,
        /// Its catalog.
        pub name: Option<String>,
        /// Its tables.
        pub tables: Vec<TableDto>,
        /// Its enumerations (Java's spelling).
        #[serde(rename = "enumeraredTypes")]
        pub enumerated_types: Vec<EnumeratedTypeDto>,
        /// Whether the driver empties only tables that were written.
        pub employ_smart_db_clean: bool,
        /// Its types with members.
        pub composite_types: Vec<CompositeTypeDto>,
        /// Constraints that it does not have but the code relies on.
        pub extra_constraint_dtos: Vec<ExtraConstraintsDto>,
    }

    /// The full name of a table.
    pub struct TableIdDto {
        /// Its schema.
        pub schema: Option<String>,
        /// Its catalog.
        pub catalog: Option<String>,
        /// Its name.
        pub name: String,
    }

    /// A table.
    pub struct TableDto {
        /// Its full name.
        pub id: TableIdDto,
        /// Its columns.
        pub columns: Vec<ColumnDto>,
        /// Its references to other tables.
        pub foreign_keys: Vec<ForeignKeyDto>,
        /// Columns of its key, in the key's order.
        pub primary_key_sequence: Vec<String>,
        /// Conditions that each row meets.
        pub table_check_expressions: Vec<TableCheckExpressionDto>,
    }

    /// A column.
    pub struct ColumnDto {
        /// Its table.
        pub table: String,
        /// Its name.
        pub name: String,
        /// Its type.
        #[serde(rename = "type")]
        pub column_type: String,
        /// The size of its values.
        pub size: i32,
        /// Whether it is of the key.
        pub primary_key: bool,
        /// Whether it may be null.
        pub nullable: bool,
        /// Whether no two rows share a value.
        pub unique: bool,
        /// Whether the database makes its values.
        pub auto_increment: bool,
        /// Whether it refers to a column whose values the database makes.
        pub foreign_key_to_auto_increment: bool,
        /// Whether its numbers have no sign.
        pub is_unsigned: bool,
        /// Whether its type is an enumeration.
        pub is_enumerated_type: bool,
        /// Whether its type has members.
        pub is_composite_type: bool,
        /// Digits behind the point.
        pub scale: Option<i32>,
        /// How deep its arrays are; 0 for none.
        pub number_of_dimensions: i32,
    }

    /// A reference to another table.
    pub struct ForeignKeyDto {
        /// Columns that refer.
        pub source_columns: Vec<String>,
        /// The table referred to.
        pub target_table: String,
        /// Columns referred to.
        pub target_columns: Vec<String>,
    }

    /// A condition that each row of a table meets.
    pub struct TableCheckExpressionDto {
        /// It, as SQL text.
        pub sql_check_expression: String,
    }

    /// An enumeration.
    pub struct EnumeratedTypeDto {
        /// Its name.
        pub name: String,
        /// Its values.
        pub values: Vec<String>,
    }

    /// A type with members.
    pub struct CompositeTypeDto {
        /// Its name.
        pub name: String,
        /// Its members.
        pub columns: Vec<CompositeTypeColumnDto>,
    }

    /// A member of a type.
    pub struct CompositeTypeColumnDto {
        /// Its name.
        pub name: String,
        /// Whether its type has members too.
        pub column_type_is_composite: bool,
        /// Its type.
        #[serde(rename = "type")]
        pub column_type: String,
        /// The size of its values.
        pub size: i32,
        /// Whether it may be null.
        pub nullable: bool,
        /// Whether its numbers have no sign.
        pub is_unsigned: bool,
        /// Digits behind the point.
        pub scale: Option<i32>,
        /// How deep its arrays are; 0 for none.
        pub number_of_dimensions: i32,
    }

    /// Constraints of the code on a column.
    pub struct ExtraConstraintsDto {
        /// The table.
        pub table_id: TableIdDto,
        /// The column.
        pub column_name: String,
        /// The constraints.
        pub constraints: ElementConstraintsDto,
    }

    /// Constraints on a value; those that are not there say nothing.
    pub struct ElementConstraintsDto {
        /// It may be null.
        pub is_nullable: Option<bool>,
        /// It may be missing.
        pub is_optional: Option<bool>,
        /// The least number.
        pub min_value: Option<i64>,
        /// The greatest number.
        pub max_value: Option<i64>,
        /// All values there are.
        pub enum_values_as_strings: Option<Vec<String>>,
        /// The least decimal.
        pub decimal_min_value: Option<String>,
        /// The greatest decimal.
        pub decimal_max_value: Option<String>,
        /// It is more than white space.
        pub is_not_blank: Option<bool>,
        /// It is an address of mail.
        pub is_email: Option<bool>,
        /// It is below zero.
        pub is_negative: Option<bool>,
        /// It is zero or below.
        pub is_negative_or_zero: Option<bool>,
        /// It is above zero.
        pub is_positive: Option<bool>,
        /// It is zero or above.
        pub is_positive_or_zero: Option<bool>,
        /// It is later than now.
        pub is_future: Option<bool>,
        /// It is now or later.
        pub is_future_or_present: Option<bool>,
        /// It is earlier than now.
        pub is_past: Option<bool>,
        /// It is now or earlier.
        pub is_past_or_present: Option<bool>,
        /// It is never there.
        pub is_always_null: Option<bool>,
        /// The regular expression that it matches.
        pub pattern_reg_exp: Option<String>,
        /// The least length.
        pub size_min: Option<i32>,
        /// The greatest length.
        pub size_max: Option<i32>,
        /// Digits in front of the point.
        pub digits_integer: Option<i32>,
        /// Digits behind the point.
        pub digits_fraction: Option<i32>,
    }
}
