import { Icon } from "../Icon";
import { type Column, columnClass } from "./column";

export function TableHead<T>({ columns }: { columns: Column<T>[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.id} scope="col" className={columnClass(column)} aria-sort={column.sort?.state}>
            {column.sort === undefined ? column.label : <SortButton {...column} sort={column.sort} />}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function SortButton<T>({ id, label, sort }: Column<T> & Required<Pick<Column<T>, "sort">>) {
  return (
    <button type="button" className="sort" data-testid={`sort-${id}`} onClick={sort.onSort}>
      {label}
      {sort.state !== "none" && <Icon name={sort.state === "descending" ? "down" : "up"} />}
    </button>
  );
}
