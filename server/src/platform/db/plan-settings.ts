// The settings that decide the plans of the application, so that tests examine the plans of production.

/**
 * A plan stays cached while its table grows, and a table of one page costs least to scan. A page in sequence therefore
 * costs four times as much as one by index: the plan of a small table is the plan of a large one.
 */
export const planSettings = '-c jit=off -c seq_page_cost=4 -c random_page_cost=1.1'
