// Tables: sorted by their heads, scrolled within themselves, and long ones in pieces.

import { useState } from "preact/hooks";
import { count } from "../numbers.js";

const PIECE = 200;

/**
 * `columns` are `{ name, cell(row), by?(row), start?: "ascending", wide? }`; those with `by` can be sorted.
 * `sort` is `name` or `-name` for descending, and `onSort` is told of another.
 */
export function Table({ label, columns, rows, rowKey, sort = "", onSort, detail }) {
  const [shown, setShown] = useState(PIECE);
  const sorted = sortedRows(columns, rows, sort);
  return (
    <>
      <div class="table-scroll" role="region" aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.name} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map((row) => (
              <Row key={rowKey(row)} row={row} columns={columns} detail={detail} />
            ))}
          </tbody>
        </table>
      </div>
      <More shown={shown} all={sorted.length} onMore={() => setShown(shown + PIECE)} />
    </>
  );
}

/** Leads to the rows that are not shown yet. */
export function More({ shown, all, onMore }) {
  if (shown >= all) return null;
  return (
    <button type="button" class="more" onClick={onMore}>
      Show {count(Math.min(PIECE, all - shown))} more of {count(all - shown)}
    </button>
  );
}

function Head({ column, sort, onSort }) {
  const { name, by, number } = column;
  const direction = sort === name ? "ascending" : sort === `-${name}` ? "descending" : undefined;
  const next = direction === undefined ? (number ? `-${name}` : name) : direction === "ascending" ? `-${name}` : name;
  return (
    <th scope="col" aria-sort={direction} class={number ? "number" : ""}>
      {by === undefined ? (
        name
      ) : (
        <button type="button" onClick={() => onSort(next)}>
          {name}
          <span aria-hidden="true" class="arrow">
            {direction === undefined ? "↕" : direction === "ascending" ? "↑" : "↓"}
          </span>
        </button>
      )}
    </th>
  );
}

function Row({ row, columns, detail }) {
  const inside = detail?.(row);
  return (
    <>
      <tr>
        {columns.map(({ name, cell, number, wide }) => (
          <td key={name} class={[number && "number", wide && "wide"].filter(Boolean).join(" ")}>
            {cell(row)}
          </td>
        ))}
      </tr>
      {inside && (
        <tr class="detail">
          <td colSpan={columns.length}>{inside}</td>
        </tr>
      )}
    </>
  );
}

/** Equal ones stay in the order of the rows. */
function sortedRows(columns, rows, sort) {
  const descending = sort.startsWith("-");
  const by = columns.find(({ name }) => name === sort.slice(descending ? 1 : 0))?.by;
  if (by === undefined) return rows;
  const keyed = rows.map((row) => [by(row), row]);
  keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0) * (descending ? -1 : 1));
  return keyed.map(([, row]) => row);
}
