import type { UserBranding } from '@stoa/contract/features/user-center'
import { ConnectorIcon } from '../connectors/connector-icon.tsx'

/** Links of the user center on a profile. */
export function BrandingLinks({ links }: { links: readonly UserBranding[] }) {
  if (links.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm max-md:col-span-2">
      {links.map(({ name, label, icon, url }) => (
        <li key={name} className="min-w-0">
          <a
            href={url}
            rel="nofollow noopener"
            className="hit inline-flex items-center gap-1.5 text-accent-ink hover:underline"
          >
            {icon !== '' && <ConnectorIcon icon={icon} />}
            <bdi className="break-words">{label}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}
