import type { ReactNode } from 'react'
import './matrix.css'

export type MatrixRow = {
  id: string
  title: string
  hint: string
  /** One for each column after the first. */
  cells: ReactNode[]
}

type MatrixProps = {
  caption: string
  /** The first is for the titles of the rows. */
  columns: string[]
  groups: { title: string; rows: MatrixRow[] }[]
}

/** Rows in groups, with a choice in each column. */
export function Matrix({ caption, columns: [first, ...others], groups }: MatrixProps) {
  return (
    <table className="matrix">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line-strong text-xs text-ink-2">
          <th scope="col" className="w-full py-2 text-start font-semibold">
            {first}
          </th>
          {others.map((column) => (
            <th key={column} scope="col" className="py-2 font-semibold">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.title}>
          <tr className="border-b border-line-strong">
            <th
              scope="rowgroup"
              colSpan={others.length + 1}
              className="pt-6 pb-1 text-start font-serif text-lg leading-title font-semibold"
            >
              {group.title}
            </th>
          </tr>
          {group.rows.map((row) => (
            <Row key={row.id} row={row} columns={others} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function Row({ row, columns }: { row: MatrixRow; columns: string[] }) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-2.5 pe-3 text-start font-medium">
        {row.title}
        <span className="block text-sm leading-body font-normal text-ink-3">{row.hint}</span>
      </th>
      {row.cells.map((cell, index) => (
        <td key={columns[index]}>
          {typeof cell === 'string' ? <span className="text-sm text-ink-3">{cell}</span> : cell}
        </td>
      ))}
    </tr>
  )
}
