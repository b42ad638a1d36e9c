export const externalImagesCookie = 'external_images'

/** Query parameter that shows external images on this page only. */
export const showOnceParameter = { name: 'external', value: 'show' } as const

export function shouldShowExternalImages(
  setting: 'always_display' | 'ask_before_display',
  choice: string | null,
  url: string,
): boolean {
  if (setting === 'always_display' || choice === 'always') return true
  return new URL(url).searchParams.get(showOnceParameter.name) === showOnceParameter.value
}
