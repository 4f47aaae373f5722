import { SutDriver } from "./index";

/** A class with the methods of the driver in that file, which runs in a process of its own. */
export function driverApart(file: string): new () => SutDriver;
