import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'
import './table.css'

export type Column<Row> = {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** Makes the heading a sort link. */
  sortHref?: string
  sorted?: 'ascending' | 'descending'
  /** Where the cell goes on narrow screens, where each row becomes a card. A figure is a line with its heading. */
  narrow?: 'title' | 'corner' | 'line' | 'figure' | 'hidden'
  hideHead?: boolean
}

type Selection<Row> = {
  keys: ReadonlySet<string>
  onChange: (keys: Set<string>) => void
  rowLabel: (row: Row) => string
  allLabel: string
}

type TableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  selection?: Selection<Row>
}

function ColumnHead<Row>({ column }: { column: Column<Row> }) {
  const Arrow = column.sorted === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={column.sortHref ? (column.sorted ?? 'none') : undefined}
      className={classNames(column.align === 'end' && 'data-end')}
    >
      {column.sortHref ? (
        <Link
          href={column.sortHref}
          keepScroll
          className={classNames(
            'hit inline-flex min-h-6 items-center gap-1 hover:text-ink',
            column.sorted && 'font-semibold text-ink-2',
          )}
        >
          {column.head}
          {column.sorted && <Arrow className="icon" aria-hidden="true" />}
        </Link>
      ) : (
        <span className={column.hideHead ? 'sr-only' : undefined}>{column.head}</span>
      )}
    </th>
  )
}

export function Table<Row>({ caption, columns, rows, rowKey, selection }: TableProps<Row>) {
  const selectedRows = rows.filter((row) => selection?.keys.has(rowKey(row)))
  const toggle = (keys: string[], isSelected: boolean) => {
    const next = new Set(selection?.keys)
    for (const key of keys) {
      if (isSelected) next.add(key)
      else next.delete(key)
    }
    selection?.onChange(next)
  }
  return (
    <div className="data-frame">
      <table className="data-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="data-check">
                <Checkbox
                  hideLabel
                  label={selection.allLabel}
                  checked={rows.length > 0 && selectedRows.length === rows.length}
                  indeterminate={selectedRows.length > 0 && selectedRows.length < rows.length}
                  onChange={(event) => toggle(rows.map(rowKey), event.currentTarget.checked)}
                />
              </th>
            )}
            {columns.map((column) => (
              <ColumnHead key={column.id} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row)
            const isSelected = selection?.keys.has(key)
            return (
              <tr key={key} data-on={isSelected || undefined}>
                {selection && (
                  <td className="data-check">
                    <Checkbox
                      hideLabel
                      label={selection.rowLabel(row)}
                      checked={isSelected ?? false}
                      onChange={(event) => toggle([key], event.currentTarget.checked)}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td
                    key={column.id}
                    data-head={column.narrow === 'figure' ? column.head : undefined}
                    className={classNames(
                      column.align === 'end' && 'data-end',
                      `data-${column.narrow ?? 'line'}`,
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
