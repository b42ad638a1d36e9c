import type { ReactNode } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

type Engine = { name: string; icon: string; link: string }

/** The engine of a search plugin. Nothing for the built-in one. */
export function SearchEngine({ engine: { name, icon, link } }: { engine: Engine }) {
  const t = useTranslate()
  if (name === '') return null
  const label = <bdi>{name}</bdi>
  return (
    <p className="flex items-center gap-2 text-sm text-ink-3">
      {icon !== '' && <img src={icon} alt="" width="16" height="16" />}
      <span>
        {t.rich<ReactNode>('search.engine', {
          engine:
            link === '' ? (
              <span key="engine">{label}</span>
            ) : (
              <TextLink key="engine" tone="quiet" href={link}>
                {label}
              </TextLink>
            ),
        })}
      </span>
    </p>
  )
}
