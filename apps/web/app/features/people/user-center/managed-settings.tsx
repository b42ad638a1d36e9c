import { ExternalLink } from 'lucide-react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'

type ManagedSettingsProps = {
  /** The service that manages them. */
  name: string
  text: string
  /** Where they are changed; null if the service has no page for it. */
  url: string | null
}

export function ManagedSettings({ name, text, url }: ManagedSettingsProps) {
  const t = useTranslate()
  return (
    <div className="grid max-w-measure justify-items-start gap-4 py-1">
      <p className="text-md leading-body text-ink-2">{text}</p>
      {url !== null && (
        <ButtonLink href={url} icon={<ExternalLink className="icon" aria-hidden="true" />}>
          {t('user_center.open', { service: name })}
        </ButtonLink>
      )}
    </div>
  )
}
