import type { ReactNode } from 'react'

type CompactTableProps = {
  caption: string
  heads: { label: string; className: string }[]
  children: ReactNode
}

/** For short rows that stay a table on phones. */
export function CompactTable({ caption, heads, children }: CompactTableProps) {
  return (
    <table className="w-full max-w-[44rem] text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line-strong text-xs text-ink-3">
          {heads.map(({ label, className }) => (
            <th key={label} scope="col" className={`font-medium ${className}`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
