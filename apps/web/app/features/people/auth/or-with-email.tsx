import { useTranslate } from '../../../kernel/visit-context.tsx'

/** Divides the form from the other ways above it. */
export function OrWithEmail() {
  const t = useTranslate()
  return (
    <p className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t('passkey.or_email')}
    </p>
  )
}
