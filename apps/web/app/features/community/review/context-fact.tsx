import type { ReactNode } from 'react'

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3 border-b border-line py-1 last:border-0">
      <dt className="text-ink-3">{name}</dt>
      <dd className="text-end font-medium tabular-nums">{children}</dd>
    </div>
  )
}
