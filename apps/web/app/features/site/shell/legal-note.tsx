import type { ReactNode } from 'react'
import { privacyPath, termsPath } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

/** Names the texts that exist, for people who sign up. */
export function LegalNote() {
  const t = useTranslate()
  const { site } = useVisit()
  if (!site.hasTerms && !site.hasPrivacy) return null
  const key = site.hasTerms
    ? site.hasPrivacy
      ? 'legal.accept_both'
      : 'legal.accept_terms'
    : 'legal.accept_privacy'
  const link = (href: string) => (text: ReactNode[]) => (
    <TextLink key={href} href={href} target="_blank">
      {text}
    </TextLink>
  )
  return (
    <p className="text-sm text-ink-3">
      {t.rich<ReactNode>(key, { terms: link(termsPath), privacy: link(privacyPath) })}
    </p>
  )
}
