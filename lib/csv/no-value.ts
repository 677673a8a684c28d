/** How MySQL and PostgreSQL write a missing value. */
export const NO_VALUE = "\\N";
