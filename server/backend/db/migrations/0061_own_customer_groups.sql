-- Customer groups are a dictionary that a corp adds its own items to.
alter table price_policy drop constraint price_policy_customer_group_check;
