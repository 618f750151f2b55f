-- Returns a table, so that PostgreSQL inlines it: it is computed for every account of a reseller whose status changes.
drop function inherited(nodes, nodes);
create function inherited(above nodes, node nodes)
returns table (effective_status text, customer_status text, effective_terms jsonb) language sql immutable parallel safe
rows 1 as $$
  select
    worse_status(case when node.kind = 'account' and not node.is_staff then above.customer_status
      else above.effective_status end, node.status),
    worse_status(above.customer_status, case when node.with_customers then node.status else 'active' end),
    case when node.terms = '{}' then above.effective_terms
      when above.effective_terms = '{}' then node.terms
      else narrower_terms(above.effective_terms, node.terms) end
$$;
