//! `POST /scheduleTasksCommand`: tasks that run beside calls.

use serde_json::Value;

use crate::read::bodies;

bodies! {
    /// Tasks to run.
    pub struct ScheduleTaskInvocationsDto {
        /// They, in their order.
        pub tasks: Vec<ScheduleTaskInvocationDto>,
    }

    /// A task to run.
    pub struct ScheduleTaskInvocationDto {
        /// Its place in the test.
        pub index: i32,
        /// Its name.
        pub task_name: String,
        /// What it is given (RPC), as the core wrote it.
        pub request_params: Vec<Value>,
        /// What it is given, as texts.
        pub request_params_as_strings: Vec<String>,
        /// What it returns (RPC), as the core wrote it.
        pub response_param: Option<Value>,
        /// The application that it belongs to.
        pub app_key: Option<String>,
        /// What kind of task it is.
        pub schedule_task_type: Option<String>,
        /// What people should know of it.
        pub descriptive_info: Option<String>,
        /// Where it runs.
        pub host_name: Option<String>,
    }

    /// What became of tasks.
    pub struct ScheduleTaskInvocationsResult {
        /// One entry for each task.
        pub results: Vec<ScheduleTaskInvocationResultDto>,
        /// Why the driver could not run them.
        pub error500_msg: Option<String>,
    }

    /// What became of a task.
    pub struct ScheduleTaskInvocationResultDto {
        /// The name of this run of it.
        pub invocation_id: Option<String>,
        /// Its name.
        pub task_name: Option<String>,
        /// The application that it belongs to.
        pub app_key: Option<String>,
        /// How far it came.
        pub status: Option<String>,
        /// Why it failed.
        pub error_msg: Option<String>,
    }
}
