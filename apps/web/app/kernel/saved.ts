/** In the address of a page that was loaded because its form was saved. */
export const savedParameter = 'saved'
