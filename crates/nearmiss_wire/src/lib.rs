//! The bodies of EvoMaster's controller API as plain data: what its core asks a driver, and what a
//! driver answers. No routes, no behaviour.
//!
//! Reading is tolerant: members that are not known are ignored, since a newer core may send more;
//! members that are missing, or `null`, have their default. Writing is strict, since the core fails
//! at a member that it does not know: only members declared here are written, lists and maps are
//! never `null`, and what is not there is `null`.
//!
//! Members are an `Option` where Java's may be null and that says something; the same goes for
//! enumerations, for which Java has no default.

mod action;
mod auth;
mod controller_info;
mod database;
mod derive;
mod envelope;
mod mongo;
mod own;
mod read;
mod redis;
mod rpc;
mod run;
mod schedule;
mod sut_info;
mod test_results;
#[cfg(test)]
mod tests;

pub use action::{
    ActionDto, ActionResponseDto, CustomizedCallResultCode, ExternalServiceMappingDto,
};
pub use auth::{
    AuthenticationDto, CreateUsersDto, ExtractFrom, HeaderDto, HttpVerb, JsonAuthRPCEndpointDto,
    LocalAuthenticationDto, LoginEndpointDto, PayloadUsernamePasswordDto, SendIn, TokenHandlingDto,
    UserGeneratorDto,
};
pub use controller_info::ControllerInfoDto;
pub use database::{
    ColumnDto, CompositeTypeColumnDto, CompositeTypeDto, DataRowDto, DatabaseCommandDto,
    DatabaseType, DbInfoDto, ElementConstraintsDto, EnumeratedTypeDto, ExtraConstraintsDto,
    ForeignKeyDto, InsertionDto, InsertionEntryDto, InsertionResultsDto, QueryResultDto,
    TableCheckExpressionDto, TableDto, TableIdDto,
};
pub use derive::{DeriveParamResponseDto, DerivedParamChangeReqDto};
pub use envelope::WrappedResponse;
pub use mongo::{
    MongoDatabaseCommandDto, MongoExecutionsDto, MongoFailedQuery, MongoInsertionDto,
    MongoInsertionResultsDto,
};
pub use own::{
    OwnActionDto, OwnControllerDto, OwnCoreDto, OwnNewsDto, OwnOrderDto, OwnQuiet, OwnResultsDto,
    OwnTestDto, OwnThreadDto, SlotBits,
};
pub use redis::{
    RedisDatabaseCommandsDto, RedisExecutionsDto, RedisFailedCommand, RedisInsertionDto,
    RedisInsertionResultsDto,
};
pub use rpc::{PostSearchActionDto, RPCProblemDto};
pub use run::{NewSearchDto, SutRunDto};
pub use schedule::{
    ScheduleTaskInvocationDto, ScheduleTaskInvocationResultDto, ScheduleTaskInvocationsDto,
    ScheduleTaskInvocationsResult,
};
pub use sut_info::{
    BootTimeInfoDto, ExternalServiceDto, GraphQLProblemDto, OutputFormat, RestDerivedParamDto,
    RestProblemDto, SutInfoDto, UnitsInfoDto, WebProblemDto,
};
pub use test_results::{
    AdditionalInfoDto, ExternalServiceInfoDto, ExtraHeuristicEntryDto, ExtraHeuristicObjective,
    ExtraHeuristicType, ExtraHeuristicsDto, HostnameResolutionInfoDto, STRING_SPECIALIZATIONS,
    SqlExecutionLogDto, SqlExecutionsDto, StringSpecializationInfoDto, TAINT_TYPES, TargetInfoDto,
    TestResultsDto,
};
