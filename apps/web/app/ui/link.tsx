import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  href: string
  /** Keeps the scroll position, for example when changing the sort order. */
  keepScroll?: boolean
  replace?: boolean
  /** Shows a hover card of the linked user or tag. */
  'data-card'?: 'user' | 'tag'
}

/** Relative paths, or paths with `.`, `..` or empty segments. */
const needsResolving = /^[^/]|[/\\][./\\]/

/** A plain anchor; internal links navigate on the client once hydrated. */
export function Link(props: LinkProps) {
  const { href, keepScroll = false, replace = false, children, ...rest } = props
  const isInternal = href.startsWith('/') || href.startsWith('?')
  if (!isInternal || rest.target === '_blank' || rest.download !== undefined) {
    return (
      <a href={href} {...rest}>
        {children}
      </a>
    )
  }
  // The router resolves each link several times, which is slow and pointless on the server.
  if (import.meta.env.SSR && !needsResolving.test(href)) {
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
