// Bodies of EvoMaster's controller API. Made of the types in crates/nearmiss_wire; do not edit.
// `UPDATE=1 cargo test -p nearmiss_wire` writes this file. Members that may be left out are those
// that the core reads as null without them; in requests the core may send null for any member.

/** The action that comes next. */
export type ActionDto = {
  /** Its place in the test, from 0. */
  index: number;
  /** Its name, such as `GET:/books`. */
  name: string;
  /** Values of inputs that were made to match regular expressions. */
  inputVariables: Array<string>;
  /** The call that the driver is to make (RPC), as the core wrote it. */
  rpcCall?: JsonValue | null;
  /** Mocks by the signature of the service they stand for. */
  externalServiceMapping: { [key in string]: ExternalServiceMappingDto };
  /** Local addresses by the host they stand for. */
  localAddressMapping: { [key in string]: string };
  /** Services that are called for real. */
  skippedExternalServices: Array<ExternalServiceDto>;
}

/** What an RPC call gave; other actions are answered without data. */
export type ActionResponseDto = {
  /** Its place in the test. */
  index?: number | null;
  /** What was returned, as the driver wrote it. */
  rpcResponse?: JsonValue | null;
  /** What was returned, as JSON text. */
  jsonResponse?: string | null;
  /** Lines of a test that make the call. */
  testScript: Array<string>;
  /** Lines of a test that check what was returned. */
  assertionScript: Array<string>;
  /** What was thrown, as the driver wrote it. */
  exceptionInfoDto?: JsonValue | null;
  /** How it ended, in the driver's own terms. */
  customizedCallResultCode?: CustomizedCallResultCode | null;
  /** Why the driver could not make the call. */
  error500Msg?: string | null;
  /** Types found while it ran, as the driver wrote them. */
  expandInfo?: JsonValue | null;
}

/** What was seen while one action ran. */
export type AdditionalInfoDto = {
  /** Query parameters that the SUT asked for. */
  queryParameters: Array<string>;
  /** Headers that the SUT asked for. */
  headers: Array<string>;
  /** How marked inputs were used, by the input. */
  stringSpecializations: { [key in string]: Array<StringSpecializationInfoDto> };
  /** The statement that ran last: where an answer with status 500 comes from. */
  lastExecutedStatement?: string | null;
  /** Whether the body was read as raw text. */
  rawAccessOfHttpBodyPayload?: boolean | null;
  /** Types that bodies were parsed into. */
  parsedDtoNames: Array<string>;
  /** Services that were called. */
  externalServices: Array<ExternalServiceInfoDto>;
  /** Services that a default mock answered. */
  employedDefaultWM: Array<ExternalServiceInfoDto>;
  /** Names that were looked up. */
  hostnameResolutionInfoDtos: Array<HostnameResolutionInfoDto>;
}

/** A user. */
export type AuthenticationDto = {
  /** Its name in tests; the core needs it. */
  name: string;
  /** Whether calls need mocks to be made as this user. */
  requireMockHandling?: boolean | null;
  /** Headers that each call has. */
  fixedHeaders: Array<HeaderDto>;
  /** A login before calls. */
  loginEndpointAuth?: LoginEndpointDto | null;
  /** How such users are made. */
  createUsers?: CreateUsersDto | null;
  /** A login by a call (RPC). */
  jsonAuthEndpoint?: JsonAuthRPCEndpointDto | null;
  /** A login inside the driver (RPC). */
  localAuthSetup?: LocalAuthenticationDto | null;
}

/** What happened before the first call. */
export type BootTimeInfoDto = {
  /** Targets that the start covered. */
  targets: Array<TargetInfoDto>;
  /** Services that the start called. */
  externalServicesDto: Array<ExternalServiceInfoDto>;
  /** Names that the start looked up. */
  hostnameResolutionInfoDtos: Array<HostnameResolutionInfoDto>;
}

/** A column. */
export type ColumnDto = {
  /** Its table. */
  table: string;
  /** Its name. */
  name: string;
  /** Its type. */
  type: string;
  /** The size of its values. */
  size: number;
  /** Whether it is of the key. */
  primaryKey: boolean;
  /** Whether it may be null. */
  nullable: boolean;
  /** Whether no two rows share a value. */
  unique: boolean;
  /** Whether the database makes its values. */
  autoIncrement: boolean;
  /** Whether it refers to a column whose values the database makes. */
  foreignKeyToAutoIncrement: boolean;
  /** Whether its numbers have no sign. */
  isUnsigned: boolean;
  /** Whether its type is an enumeration. */
  isEnumeratedType: boolean;
  /** Whether its type has members. */
  isCompositeType: boolean;
  /** Digits behind the point. */
  scale?: number | null;
  /** How deep its arrays are; 0 for none. */
  numberOfDimensions: number;
}

/** A member of a type. */
export type CompositeTypeColumnDto = {
  /** Its name. */
  name: string;
  /** Whether its type has members too. */
  columnTypeIsComposite: boolean;
  /** Its type. */
  type: string;
  /** The size of its values. */
  size: number;
  /** Whether it may be null. */
  nullable: boolean;
  /** Whether its numbers have no sign. */
  isUnsigned: boolean;
  /** Digits behind the point. */
  scale?: number | null;
  /** How deep its arrays are; 0 for none. */
  numberOfDimensions: number;
}

/** A type with members. */
export type CompositeTypeDto = {
  /** Its name. */
  name: string;
  /** Its members. */
  columns: Array<CompositeTypeColumnDto>;
}

/** Who answers: the driver's class. */
export type ControllerInfoDto = {
  /** Name of the driver's class; the core writes it into tests and aborts where it is blank. */
  fullName: string;
  /** Whether the SUT has probes. */
  isInstrumentationOn: boolean;
  /** What starts the SUT, where that is a process of its own. */
  executableFullPath?: string | null;
}

/** How users are made. */
export type CreateUsersDto = {
  /** Path of the call that makes one, in the SUT. */
  endpoint?: string | null;
  /** Its address, elsewhere. */
  externalEndpointURL?: string | null;
  /** Its body, with place holders. */
  payloadRaw?: string | null;
  /** Its method. */
  verb?: HttpVerb | null;
  /** The type of its body. */
  contentType?: string | null;
  /** What place holders become. */
  generators: Array<UserGeneratorDto>;
}

/** How an RPC call ended, in the driver's own terms. */
export type CustomizedCallResultCode = "SUCCESS" | "SERVICE_ERROR" | "OTHER_ERROR";

/** A row that a command returned. */
export type DataRowDto = {
  /** Its values, as texts. */
  columnData: Array<string>;
}

/** A command to run, or rows to insert. */
export type DatabaseCommandDto = {
  /** Ever larger; one seen before with insertions is answered without doing it again. */
  idCounter: number;
  /** The command. */
  command?: string | null;
  /** The rows. */
  insertions: Array<InsertionDto>;
}

/** The kind of a SQL database. */
export type DatabaseType = "H2" | "DERBY" | "MYSQL" | "POSTGRES" | "MARIADB" | "MS_SQL_SERVER" | "OTHER";

/** A SQL database. */
export type DbInfoDto = {
  /** Its kind; the core needs it. */
  databaseType?: DatabaseType | null;
  /** Its catalog. */
  name?: string | null;
  /** Its tables. */
  tables: Array<TableDto>;
  /** Its enumerations (Java's spelling). */
  enumeraredTypes: Array<EnumeratedTypeDto>;
  /** Whether the driver empties only tables that were written. */
  employSmartDbClean: boolean;
  /** Its types with members. */
  compositeTypes: Array<CompositeTypeDto>;
  /** Constraints that it does not have but the code relies on. */
  extraConstraintDtos: Array<ExtraConstraintsDto>;
}

/** The value of a parameter. */
export type DeriveParamResponseDto = {
  /** Its name. */
  paramName: string;
  /** The value. */
  paramValue?: string | null;
  /** The place of the call in the test. */
  actionIndex: number;
}

/** A parameter whose value is asked for. */
export type DerivedParamChangeReqDto = {
  /** Its name. */
  paramName: string;
  /** The call as it is without it, as JSON text. */
  jsonData?: string | null;
  /** Where the call goes. */
  entryPoint?: string | null;
  /** The place of the call in the test. */
  actionIndex: number;
}

/** Constraints on a value; those that are not there say nothing. */
export type ElementConstraintsDto = {
  /** It may be null. */
  isNullable?: boolean | null;
  /** It may be missing. */
  isOptional?: boolean | null;
  /** The least number. */
  minValue?: number | null;
  /** The greatest number. */
  maxValue?: number | null;
  /** All values there are. */
  enumValuesAsStrings?: Array<string> | null;
  /** The least decimal. */
  decimalMinValue?: string | null;
  /** The greatest decimal. */
  decimalMaxValue?: string | null;
  /** It is more than white space. */
  isNotBlank?: boolean | null;
  /** It is an address of mail. */
  isEmail?: boolean | null;
  /** It is below zero. */
  isNegative?: boolean | null;
  /** It is zero or below. */
  isNegativeOrZero?: boolean | null;
  /** It is above zero. */
  isPositive?: boolean | null;
  /** It is zero or above. */
  isPositiveOrZero?: boolean | null;
  /** It is later than now. */
  isFuture?: boolean | null;
  /** It is now or later. */
  isFutureOrPresent?: boolean | null;
  /** It is earlier than now. */
  isPast?: boolean | null;
  /** It is now or earlier. */
  isPastOrPresent?: boolean | null;
  /** It is never there. */
  isAlwaysNull?: boolean | null;
  /** The regular expression that it matches. */
  patternRegExp?: string | null;
  /** The least length. */
  sizeMin?: number | null;
  /** The greatest length. */
  sizeMax?: number | null;
  /** Digits in front of the point. */
  digitsInteger?: number | null;
  /** Digits behind the point. */
  digitsFraction?: number | null;
}

/** An enumeration. */
export type EnumeratedTypeDto = {
  /** Its name. */
  name: string;
  /** Its values. */
  values: Array<string>;
}

/** A service by host and port. */
export type ExternalServiceDto = {
  /** Its host. */
  hostname: string;
  /** Its port. */
  port: number;
}

/** A service that was called. */
export type ExternalServiceInfoDto = {
  /** Its host. */
  remoteHostname: string;
  /** The protocol that was spoken. */
  protocol: string;
  /** Its port. */
  remotePort: number;
}

/** A mock of a service. */
export type ExternalServiceMappingDto = {
  /** The host that it stands for. */
  remoteHostname: string;
  /** The address where it listens. */
  localIPAddress: string;
  /** The signature of the service. */
  signature: string;
  /** Whether it is up. */
  isActive: boolean;
}

/** Constraints of the code on a column. */
export type ExtraConstraintsDto = {
  /** The table. */
  tableId: TableIdDto;
  /** The column. */
  columnName: string;
  /** The constraints. */
  constraints: ElementConstraintsDto;
}

/** A distance of one query. */
export type ExtraHeuristicEntryDto = {
  /** What it is about; the core needs it. */
  type?: ExtraHeuristicType | null;
  /** Which way it improves; the core needs it. */
  objective?: ExtraHeuristicObjective | null;
  /** The query. */
  id: string;
  /** The distance. */
  value: number;
  /** How many records were looked at. */
  numberOfEvaluatedRecords: number;
  /** Whether it could not be computed. */
  extraHeuristicEvaluationFailure: boolean;
}

/** Which way an extra heuristic improves. */
export type ExtraHeuristicObjective = "MINIMIZE_TO_ZERO" | "MAXIMIZE";

/** What an extra heuristic is about. */
export type ExtraHeuristicType = "SQL" | "MONGO" | "OPENSEARCH" | "REDIS";

/** Heuristics and executions of one action, beside targets. */
export type ExtraHeuristicsDto = {
  /** Distances of queries. */
  heuristics: Array<ExtraHeuristicEntryDto>;
  /** SQL commands that ran (Java's spelling repeats `sql`). */
  sqlSqlExecutionsDto?: SqlExecutionsDto | null;
  /** Queries of MongoDB that found nothing. */
  mongoExecutionsDto?: MongoExecutionsDto | null;
  /** Commands of Redis that found nothing. */
  redisExecutionsDto?: RedisExecutionsDto | null;
}

/** Where the answer of a login has the token. */
export type ExtractFrom = "BODY" | "HEADER";

/** A reference to another table. */
export type ForeignKeyDto = {
  /** Columns that refer. */
  sourceColumns: Array<string>;
  /** The table referred to. */
  targetTable: string;
  /** Columns referred to. */
  targetColumns: Array<string>;
}

/** A GraphQL API. */
export type GraphQLProblemDto = {
  /** Services that are called for real. */
  servicesToNotMock: Array<ExternalServiceDto>;
  /** Path of the endpoint, such as `/graphql`. */
  endpoint?: string | null;
}

/** A header. */
export type HeaderDto = {
  /** Its name. */
  name: string;
  /** Its value. */
  value: string;
}

/** A name that was looked up. */
export type HostnameResolutionInfoDto = {
  /** The name. */
  remoteHostname: string;
  /** The address it has; none where it has none. */
  resolvedAddress?: string | null;
}

/** Method of a call that logs in or makes a user. */
export type HttpVerb = "POST" | "GET" | "PATCH" | "DELETE" | "PUT";

/** A row to insert. */
export type InsertionDto = {
  /** Its number, for later rows. */
  id?: number | null;
  /** Its table. */
  targetTable: string;
  /** Its values. */
  data: Array<InsertionEntryDto>;
}

/** A value of a row to insert. */
export type InsertionEntryDto = {
  /** Its column. */
  variableName: string;
  /** The value as SQL text. */
  printableValue?: string | null;
  /** The row whose key it is, where it is one that the database makes. */
  foreignKeyToPreviouslyGeneratedRow?: number | null;
}

/** What became of rows to insert. */
export type InsertionResultsDto = {
  /** Keys that the database made, by the number of the row. */
  idMapping: { [key in number]: number };
  /** Whether each was inserted. */
  executionResults: Array<boolean>;
}

/** A login by a call (RPC). */
export type JsonAuthRPCEndpointDto = {
  /** The user. */
  userId?: string | null;
  /** The interface. */
  interfaceName?: string | null;
  /** The endpoint. */
  endpointName?: string | null;
  /** What it is given, as JSON texts. */
  jsonPayloads: Array<string>;
  /** Types of what it is given. */
  classNames: Array<string>;
  /** The annotation of endpoints that need it. */
  annotationOnEndpoint?: string | null;
}

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/** A login inside the driver (RPC). */
export type LocalAuthenticationDto = {
  /** What the driver is given. */
  authenticationInfo?: string | null;
  /** The annotation of endpoints that need it. */
  annotationOnEndpoint?: string | null;
}

/** A login before calls. */
export type LoginEndpointDto = {
  /** Its path, in the SUT. */
  endpoint?: string | null;
  /** Its address, elsewhere. */
  externalEndpointURL?: string | null;
  /** Its body. */
  payloadRaw?: string | null;
  /** What its body is made of. */
  payloadUserPwd?: PayloadUsernamePasswordDto | null;
  /** Its headers. */
  headers: Array<HeaderDto>;
  /** Its method. */
  verb?: HttpVerb | null;
  /** The type of its body. */
  contentType?: string | null;
  /** The token in its answer. */
  token?: TokenHandlingDto | null;
  /** Whether it answers with cookies instead. */
  expectCookies: boolean;
}

/** Documents to insert. */
export type MongoDatabaseCommandDto = {
  /** They, in their order. */
  insertions: Array<MongoInsertionDto>;
}

/** Queries of one action that found nothing. */
export type MongoExecutionsDto = {
  /** They, in their order. */
  failedQueries: Array<MongoFailedQuery>;
}

/** A query that found nothing. */
export type MongoFailedQuery = {
  /** Its database. */
  database: string;
  /** Its collection. */
  collection: string;
  /** The schema of documents there. */
  documentsType?: string | null;
}

/** A document to insert. */
export type MongoInsertionDto = {
  /** Its database. */
  databaseName: string;
  /** Its collection. */
  collectionName: string;
  /** Its text, as extended JSON. */
  data: string;
}

/** What became of documents to insert; on failure it stands beside the error. */
export type MongoInsertionResultsDto = {
  /** Whether each was inserted. */
  executionResults: Array<boolean>;
  /** The first that was not; -1 where all were. */
  failedInsertionIndex: number;
}

/** Body of `POST /newSearch`. */
export type NewSearchDto = {
  /** Always true. */
  newSearch: boolean;
}

/** The framework in which the core writes tests unless told otherwise. */
export type OutputFormat = "JAVA_JUNIT_5" | "JAVA_JUNIT_4" | "KOTLIN_JUNIT_4" | "KOTLIN_JUNIT_5" | "JS_JEST" | "CSHARP_XUNIT";

/** What the body of a login is made of. */
export type PayloadUsernamePasswordDto = {
  /** The user's name. */
  username?: string | null;
  /** The password. */
  password?: string | null;
  /** Member for the user's name. */
  usernameField?: string | null;
  /** Member for the password. */
  passwordField?: string | null;
}

/** Body of `POST /postSearchAction`; none of its members is read. */
export type PostSearchActionDto = Record<symbol, never>;

/** What a command returned. */
export type QueryResultDto = {
  /** Its rows. */
  rows: Array<DataRowDto>;
}

/** An RPC API. */
export type RPCProblemDto = {
  /** Services that are called for real. */
  servicesToNotMock: Array<ExternalServiceDto>;
  /** Its interfaces. */
  schemas: Array<JsonValue>;
  /** Endpoints that authenticate locally. */
  localAuthEndpoints: Array<JsonValue>;
  /** Places of these in the list of users. */
  localAuthEndpointReferences: Array<number>;
  /** Tests to begin with, by name. */
  seededTestDtos?: { [key in string]: JsonValue } | null;
}

/** Values to insert. */
export type RedisDatabaseCommandsDto = {
  /** They, in their order. */
  insertions: Array<RedisInsertionDto>;
}

/** Commands of one action that found nothing. */
export type RedisExecutionsDto = {
  /** They, in their order. */
  failedCommands: Array<RedisFailedCommand>;
}

/** A command that found nothing. */
export type RedisFailedCommand = {
  /** Its name. */
  command: string;
  /** Keys that it asked for. */
  keys: Array<string>;
  /** The pattern of keys that it asked for. */
  pattern?: string | null;
  /** The field that it asked for. */
  field?: string | null;
}

/** A value to insert. */
export type RedisInsertionDto = {
  /** The command that inserts it, such as `HSET`. */
  command: string;
  /** Its key. */
  key: string;
  /** Its field, in a hash. */
  field?: string | null;
  /** The value. */
  value?: string | null;
}

/** What became of values to insert. */
export type RedisInsertionResultsDto = {
  /** Whether each was inserted. */
  executionResults: Array<boolean>;
}

/** A parameter whose value the driver computes from the rest of a call. */
export type RestDerivedParamDto = {
  /** Its name. */
  paramName: string;
  /** Where it stands in a call. */
  context?: string | null;
  /** Where it applies; everywhere without it. */
  endpointPaths?: Array<string> | null;
  /** When it is computed, the lowest first. */
  order?: number | null;
}

/** A REST API. */
export type RestProblemDto = {
  /** Services that are called for real. */
  servicesToNotMock: Array<ExternalServiceDto>;
  /** Where the OpenAPI document is. */
  openApiUrl?: string | null;
  /** Paths that are never called. */
  endpointsToSkip: Array<string>;
  /** The OpenAPI document itself, instead of its address. */
  openApiSchema?: string | null;
  /** Parameters whose values the driver computes. */
  derivedParams: Array<RestDerivedParamDto>;
}

/** A task to run. */
export type ScheduleTaskInvocationDto = {
  /** Its place in the test. */
  index: number;
  /** Its name. */
  taskName: string;
  /** What it is given (RPC), as the core wrote it. */
  requestParams: Array<JsonValue>;
  /** What it is given, as texts. */
  requestParamsAsStrings: Array<string>;
  /** What it returns (RPC), as the core wrote it. */
  responseParam?: JsonValue | null;
  /** The application that it belongs to. */
  appKey?: string | null;
  /** What kind of task it is. */
  scheduleTaskType?: string | null;
  /** What people should know of it. */
  descriptiveInfo?: string | null;
  /** Where it runs. */
  hostName?: string | null;
}

/** What became of a task. */
export type ScheduleTaskInvocationResultDto = {
  /** The name of this run of it. */
  invocationId?: string | null;
  /** Its name. */
  taskName?: string | null;
  /** The application that it belongs to. */
  appKey?: string | null;
  /** How far it came. */
  status?: string | null;
  /** Why it failed. */
  errorMsg?: string | null;
}

/** Tasks to run. */
export type ScheduleTaskInvocationsDto = {
  /** They, in their order. */
  tasks: Array<ScheduleTaskInvocationDto>;
}

/** What became of tasks. */
export type ScheduleTaskInvocationsResult = {
  /** One entry for each task. */
  results: Array<ScheduleTaskInvocationResultDto>;
  /** Why the driver could not run them. */
  error500Msg?: string | null;
}

/** Where calls have the token. */
export type SendIn = "HEADER" | "QUERY";

/** A SQL command that ran. */
export type SqlExecutionLogDto = {
  /** Its text. */
  sqlCommand: string;
  /** How long it took, in milliseconds. */
  executionTime: number;
  /** Whether it failed (Java's spelling). */
  threwSqlExeception: boolean;
}

/** SQL commands of one action; columns by table, `*` for all of them. */
export type SqlExecutionsDto = {
  /** What was read. */
  queriedData: { [key in string]: Array<string> };
  /** What was changed. */
  updatedData: { [key in string]: Array<string> };
  /** What was added. */
  insertedData: { [key in string]: Array<string> };
  /** What conditions without a match were about. */
  failedWhere: { [key in string]: Array<string> };
  /** Tables from which was deleted. */
  deletedData: Array<string>;
  /** How many commands ran. */
  numberOfSqlCommands: number;
  /** How many of them could not be parsed. */
  sqlParseFailureCount: number;
  /** The commands, in their order. */
  sqlExecutionLogDtoList: Array<SqlExecutionLogDto>;
}

/** How a marked input was used. */
export type StringSpecializationInfoDto = {
  /** One of [`STRING_SPECIALIZATIONS`]. */
  stringSpecialization: string;
  /** What belongs to it: the constant, or the regular expression. */
  value?: string | null;
  /** One of [`TAINT_TYPES`]. */
  type: string;
}

/** The SUT; one of the four problems must be there. */
export type SutInfoDto = {
  /** A REST API. */
  restProblem?: RestProblemDto | null;
  /** A GraphQL API. */
  graphQLProblem?: GraphQLProblemDto | null;
  /** An RPC API. */
  rpcProblem?: RPCProblemDto | null;
  /** A web site. */
  webProblem?: WebProblemDto | null;
  /** Whether the SUT is up. */
  isSutRunning: boolean;
  /** The framework of tests; the core aborts where neither this nor its own option says. */
  defaultOutputFormat?: OutputFormat | null;
  /** Protocol, host and port, nothing else. */
  baseUrlOfSUT?: string | null;
  /** Users that calls can be made as. */
  infoForAuthentication?: Array<AuthenticationDto> | null;
  /** Tables of the SQL database. */
  sqlSchemaDto?: DbInfoDto | null;
  /** What the code is made of. */
  unitsInfoDto?: UnitsInfoDto | null;
  /** What the start covered; without it the core calls that coverage unavailable. */
  bootTimeInfoDto?: BootTimeInfoDto | null;
  /** What went wrong that people should know. */
  errorMsg: Array<string>;
}

/** Body of `PUT /runSUT`. */
export type SutRunDto = {
  /** Whether the SUT is to run or to stop; a request without it is refused with 400. */
  run?: boolean | null;
  /** Whether state is reset and a new test begins; refused with 400 where `run` is false. */
  resetState: boolean;
  /** Whether methods that mock objects are reset (RPC). */
  resetCustomizedMethodForMockObject: boolean;
  /** Whether distances of SQL commands are computed. */
  calculateSqlHeuristics: boolean;
  /** Whether costly heuristics are computed. */
  advancedHeuristics: boolean;
  /** Whether answers say which SQL commands ran. */
  extractSqlExecutionInfo: boolean;
  /** Which kinds of calls are replaced, a list with commas: `BASE,SQL,EXT_0,MONGO`. */
  methodReplacementCategories: string;
}

/** A condition that each row of a table meets. */
export type TableCheckExpressionDto = {
  /** It, as SQL text. */
  sqlCheckExpression: string;
}

/** A table. */
export type TableDto = {
  /** Its full name. */
  id: TableIdDto;
  /** Its columns. */
  columns: Array<ColumnDto>;
  /** Its references to other tables. */
  foreignKeys: Array<ForeignKeyDto>;
  /** Columns of its key, in the key's order. */
  primaryKeySequence: Array<string>;
  /** Conditions that each row meets. */
  tableCheckExpressions: Array<TableCheckExpressionDto>;
}

/** The full name of a table. */
export type TableIdDto = {
  /** Its schema. */
  schema?: string | null;
  /** Its catalog. */
  catalog?: string | null;
  /** Its name. */
  name: string;
}

/** A target and how near the test came to it. */
export type TargetInfoDto = {
  /** Its number; the core keeps negative ones for itself. */
  id: number;
  /** Its name, sent at least once for each number. */
  descriptiveId?: string | null;
  /** From 0, not reached, to 1, covered. */
  value: number;
  /** The action that gave the value; -1 where none did. */
  actionIndex: number;
}

/** The results of one test. */
export type TestResultsDto = {
  /** Targets: those asked for, and those seen for the first time. */
  targets: Array<TargetInfoDto>;
  /** One entry for each action, in their order; the core checks the number. */
  additionalInfoList: Array<AdditionalInfoDto>;
  /** One entry for each action, in their order. */
  extraHeuristics: Array<ExtraHeuristicsDto>;
}

/** How a token comes from the answer of a login into calls. */
export type TokenHandlingDto = {
  /** Where the answer has it. */
  extractFrom?: ExtractFrom | null;
  /** Which header, or a pointer into the body. */
  extractSelector?: string | null;
  /** Where calls have it. */
  sendIn?: SendIn | null;
  /** Name of the header or query parameter. */
  sendName?: string | null;
  /** Its value, with `{token}` in it. */
  sendTemplate?: string | null;
}

/** What the code of the SUT is made of. */
export type UnitsInfoDto = {
  /** Files or classes; the core needs the list, even an empty one. */
  unitNames: Array<string>;
  /** Lines that can be covered. */
  numberOfLines: number;
  /** Branches that can be covered. */
  numberOfBranches: number;
  /** Calls in the SUT that are replaced. */
  numberOfReplacedMethodsInSut: number;
  /** Calls in its dependencies that are replaced. */
  numberOfReplacedMethodsInThirdParty: number;
  /** Methods whose calls are watched. */
  numberOfTrackedMethods: number;
  /** Comparisons of numbers with a heuristic. */
  numberOfInstrumentedNumberComparisons: number;
  /** Schemas of the types that bodies are parsed into, by name, as OpenAPI. */
  parsedDtos?: { [key in string]: string } | null;
  /** Schemas of the types that were asked for. */
  extractedSpecifiedDtos?: { [key in string]: string } | null;
  /** Constraints that the code puts on the database. */
  extraDatabaseConstraintsDtos?: Array<ExtraConstraintsDto> | null;
}

/** What a place holder becomes. */
export type UserGeneratorDto = {
  /** The place holder. */
  placeHolder: string;
  /** The shortest text. */
  minLength?: number | null;
  /** The longest text. */
  maxLength?: number | null;
  /** What stands in front. */
  prefix?: string | null;
  /** What stands behind. */
  postfix?: string | null;
}

/** A web site. */
export type WebProblemDto = {
  /** Services that are called for real. */
  servicesToNotMock: Array<ExternalServiceDto>;
  /** Path of the first page. */
  urlPathOfStartingPage?: string | null;
}

/** An answer: what was asked for, or why it is not there. */
export type WrappedResponse<T> = {
  /** What was asked for. */
  data?: T | null;
  /** What went wrong; the core takes an answer for a success only without it. */
  error?: string | null;
}
