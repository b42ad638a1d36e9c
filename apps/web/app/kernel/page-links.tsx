import type { ReactNode } from 'react'
import { Pager } from '../ui/pager.tsx'
import { useFormats } from './formats.tsx'
import { useTranslate } from './visit-context.tsx'

type PageLinksProps = {
  page: number
  pages: number
  hrefFor: (page: number) => string
  aside?: ReactNode
}

export function PageLinks(props: PageLinksProps) {
  const t = useTranslate()
  const { number } = useFormats()
  return (
    <Pager
      {...props}
      label={t('pager.label')}
      numberText={number}
      previousLabel={t('pager.previous')}
      nextLabel={t('pager.next')}
    />
  )
}
