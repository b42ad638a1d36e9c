import { createElement, type SVGProps } from 'react'

type IconDefinition = {
  name: string
  aliases?: readonly string[]
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}

const defaultAttributes = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

const isAccessibilityProp = (prop: string) =>
  prop.startsWith('aria-') || prop === 'role' || prop === 'title'

/** Replaces lucide's function, which builds each icon on every render: about 5 % of the time to render a page. */
// oxlint-disable-next-line import/no-default-export -- same shape as the original module
export default function createLucideIcon({ name, aliases = [], node }: IconDefinition) {
  const ownClass = ['lucide', ...[name, ...aliases].map((alias) => `lucide-${alias}`)].join(' ')
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return function Icon({ className = '', ...rest }: SVGProps<SVGSVGElement>) {
    const hidden = Object.keys(rest).some(isAccessibilityProp) ? undefined : 'true'
    return (
      <svg
        {...defaultAttributes}
        className={`${ownClass} ${className}`.trim()}
        aria-hidden={hidden}
        {...rest}
      >
        {shapes}
      </svg>
    )
  }
}
