import './heat-table.css'

type HeatTableProps = {
  caption: string
  /** Of the column with the names of the rows. */
  head: string
  /** `short` is drawn and `label` is read. */
  columns: { short: string; label: string }[]
  rows: { id: string; name: string; note: string; cells: HeatCell[] }[]
  noteHead: string
}

/** `share` is 0 to 1; null if there is nothing to say. */
export type HeatCell = { share: number | null; text: string }

/** Shares of 40% and more look the same. */
function levelOf(share: number | null) {
  return share === null || share === 0 ? 0 : Math.min(4, 1 + Math.floor(share * 10))
}

/** Each cell has its number; the color only helps the eye. Scrolls sideways where it does not fit. */
export function HeatTable({ caption, head, noteHead, columns, rows }: HeatTableProps) {
  return (
    <div className="overflow-x-auto" role="region" aria-label={caption} tabIndex={0}>
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line-strong text-xs text-ink-3">
            <th scope="col" className="py-2 pe-3 text-start font-medium">
              {head}
            </th>
            <th scope="col" className="py-2 pe-3 text-end font-medium">
              {noteHead}
            </th>
            {columns.map(({ short, label }) => (
              <th key={label} scope="col" className="numeral px-1 py-2 text-center font-medium">
                <span aria-hidden="true">{short}</span>
                <span className="sr-only">{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 pe-3 text-start font-medium whitespace-nowrap">
                {row.name}
              </th>
              <td className="numeral py-2 pe-3 text-end text-ink-2">{row.note}</td>
              {columns.map(({ label }, index) => (
                <td
                  key={label}
                  data-level={levelOf(row.cells[index]?.share ?? null)}
                  className="heat-cell numeral px-1 py-2 text-center"
                >
                  {row.cells[index]?.text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
