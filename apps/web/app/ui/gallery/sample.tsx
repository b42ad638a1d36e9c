import type { ReactNode } from 'react'

type SampleProps = { title: string; children: ReactNode }

export function Sample({ title, children }: SampleProps) {
  return (
    <section className="min-w-0 border-t-2 border-ink pt-2.25">
      <h2 className="mb-3 font-serif text-lg font-semibold">{title}</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pointer-coarse:gap-6">{children}</div>
    </section>
  )
}

export function Cluster({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3 pointer-coarse:gap-y-5">{children}</div>
}
