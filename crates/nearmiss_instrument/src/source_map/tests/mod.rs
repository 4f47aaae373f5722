mod bundled;
mod incoming;
mod line_index;
mod outgoing;
