import { Children, type ReactNode } from 'react'

type TagListProps = { label: string; children: ReactNode }

export function TagList({ label, children }: TagListProps) {
  return (
    <ul aria-label={label} className="flex min-w-0 flex-wrap gap-1.5 pointer-coarse:gap-y-5">
      {Children.map(children, (child) => (
        <li className="min-w-0">{child}</li>
      ))}
    </ul>
  )
}
