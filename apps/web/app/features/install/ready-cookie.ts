export const readyCookieName = 'installed'

/** Shows the last page to the one who installed: everybody else finds the site. */
export const readyCookie = `${readyCookieName}=1; Path=/install; Max-Age=3600; HttpOnly; SameSite=Strict`
