/** The path of the plugin for `jsc.experimental.plugins`, for the @swc/core that is installed. */
export function swcPlugin(options?: {
  /** The folder from which @swc/core is looked up; the working directory by default. */
  from?: string;
  /** The version of @swc/core, when it is known. */
  version?: string;
}): string;
