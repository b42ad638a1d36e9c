import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  href: string
  /** Keep the scroll position, as for a change of sort or tab. */
  keepScroll?: boolean
  replace?: boolean
}

/** Addresses that depend on where they stand, or are not in their shortest form. */
const isToResolve = /^[^/]|[/\\][./\\]/

/** A plain anchor in the markup; pages of this site change without a reload once scripts run. */
export function Link(props: LinkProps) {
  const { href, keepScroll = false, replace = false, children, ...rest } = props
  const isOwnPage = href.startsWith('/') || href.startsWith('?')
  if (!isOwnPage || rest.target === '_blank' || rest.download !== undefined) {
    return (
      <a href={href} {...rest}>
        {children}
      </a>
    )
  }
  // The router resolves each link several times. On the server that shows, and nobody clicks there.
  if (import.meta.env.SSR && !isToResolve.test(href)) {
    return (
      <a {...rest} href={href} data-discover="true">
        {children}
      </a>
    )
  }
  return (
    <RouterLink to={href} preventScrollReset={keepScroll} replace={replace} {...rest}>
      {children}
    </RouterLink>
  )
}
