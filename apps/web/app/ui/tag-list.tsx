import { Children, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

type TagListProps = { label: string; plain?: boolean; children: ReactNode }

export function TagList({ label, plain = false, children }: TagListProps) {
  return (
    <ul
      aria-label={label}
      className={classNames(
        'flex min-w-0',
        plain ? 'gap-x-3.5' : 'flex-wrap gap-1.5 pointer-coarse:gap-y-5',
      )}
    >
      {Children.map(children, (child) => (
        <li className="min-w-0">{child}</li>
      ))}
    </ul>
  )
}
